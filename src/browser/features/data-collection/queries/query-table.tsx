import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { Button } from '#browser/ui/button.tsx'
import { HeadCell, sortDirection, SortHead } from '#browser/ui/sort-head.tsx'
import type { DataQuery } from '#contract/queries.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { closingDay } from '#domain/projects/window-days.ts'
import type { groupQueries, QueryColumn, QuerySort } from '#domain/queries/query-list.ts'
import {
  queryEntryText,
  expectedRange,
  queriedAnswerText,
  queriedCellName,
  queryStatusWords
} from '#domain/queries/query-texts.ts'
import { countOf, formatDay } from '#lib/format.ts'
import { formatAgo } from '#lib/time/format-distance.ts'
import { paths } from '#programme/paths.ts'

/** Rows drawn at once; a button draws as many more. */
const QUERIES_AT_ONCE = 200

interface QueryTableProps {
  projectCode: string
  groups: ReturnType<typeof groupQueries>
  sort: QuerySort
  onSort: (sort: QuerySort) => void
  selected: ReadonlySet<number>
  onSelect: (ids: readonly number[], isOn: boolean) => void
}

export function QueryTable({ projectCode, groups, sort, onSort, selected, onSelect }: QueryTableProps) {
  const [limit, setLimit] = useState(QUERIES_AT_ONCE)
  const all = groups.flatMap(({ queries }) => queries)
  const drawn = new Set(all.slice(0, limit))
  const isAll = all.every(({ query_id }) => selected.has(query_id))
  return (
    <section
      aria-label="Queries"
      // Focusable, so that keyboards can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="ring-inside relative overflow-auto"
    >
      <table className="w-full text-small">
        <caption className="sr-only">Queries with their answers</caption>
        <QueryTableHead
          sort={sort}
          onSort={onSort}
          selection={
            <Checkbox
              className="mr-3 align-middle"
              aria-label={isAll ? 'Clear selection' : 'Select all rows'}
              checked={isAll}
              onChange={isOn =>
                onSelect(
                  all.map(({ query_id }) => query_id),
                  isOn
                )
              }
            />
          }
        />
        {groups.map(({ name, queries }) => {
          const rows = queries.filter(query => drawn.has(query))
          return (
            rows.length > 0 && (
              <tbody key={name}>
                {name !== null && (
                  <tr>
                    <th
                      scope="rowgroup"
                      colSpan={7}
                      className="bg-surface-hover px-3 py-2 text-left font-medium"
                    >
                      {name}{' '}
                      <span className="font-normal text-ink-3">
                        {countOf(queries.length, 'query', 'queries')}
                      </span>
                    </th>
                  </tr>
                )}
                {rows.map(query => (
                  <QueryTableRow
                    key={query.query_id}
                    projectCode={projectCode}
                    query={query}
                    isSelected={selected.has(query.query_id)}
                    onSelect={isOn => onSelect([query.query_id], isOn)}
                  />
                ))}
              </tbody>
            )
          )
        })}
      </table>
      {all.length > limit && (
        <div className="p-3">
          <Button onClick={() => setLimit(limit + QUERIES_AT_ONCE)}>Show more</Button>
        </div>
      )}
    </section>
  )
}

/** Columns whose content stands below the organisation where there is no room for them. */
const WIDE = 'max-lg:hidden'

interface QueryTableHeadProps extends Pick<QueryTableProps, 'sort' | 'onSort'> {
  selection: ReactNode
}

interface HeadOptions {
  before?: ReactNode
  className?: string
}

function QueryTableHead({ sort, onSort, selection }: QueryTableHeadProps) {
  const head = (by: QueryColumn, name: ReactNode, { before, className = '' }: HeadOptions = {}) => (
    <SortHead
      className={className}
      direction={sort.by === by ? sortDirection(sort.isDescending) : null}
      onSort={() => onSort({ by, isDescending: sort.by === by && !sort.isDescending })}
      before={before}
    >
      {name}
    </SortHead>
  )
  return (
    <thead>
      <tr>
        {head('status', 'Status', { before: selection })}
        {head('organisation', withTerms('Organisation, {submission}'))}
        {head('cell', 'Question', { className: WIDE })}
        <HeadCell className={`num ${WIDE}`}>Expected</HeadCell>
        <HeadCell className={`num ${WIDE}`}>Received</HeadCell>
        {head('asked', 'Asked', { className: WIDE })}
        {head('due', 'Due', { className: WIDE })}
      </tr>
    </thead>
  )
}

interface QueryTableRowProps {
  projectCode: string
  query: DataQuery
  isSelected: boolean
  onSelect: (isOn: boolean) => void
}

function QueryTableRow({ projectCode, query, isSelected, onSelect }: QueryTableRowProps) {
  const { organisation_name, submission_name, questionnaire_id, submission_id, section_id } = query
  const expected = expectedRange(query)
  const received = queriedAnswerText(query, query.received)
  return (
    <tr
      className={`border-0 border-t border-solid border-line align-top ${isSelected ? 'bg-brand-tint' : ''}`}
    >
      <td className="px-3 py-2 whitespace-nowrap">
        <label className="inline-flex items-center gap-3">
          <Checkbox
            aria-label={`Select: ${submission_name}, ${queriedCellName(query)}`}
            checked={isSelected}
            onChange={onSelect}
          />
          {queryStatusWords[query.query_status]}
        </label>
      </td>
      <th scope="row" className="px-3 py-2 text-left font-normal lg:min-w-44">
        <Link
          href={paths.section(projectCode, questionnaire_id, submission_id, section_id, {
            go: cellKey(query),
            tab: 'comments'
          })}
          className="font-medium"
        >
          {organisation_name}, {submission_name}
        </Link>
        <div className="mt-0.5 break-words lg:hidden">
          <AskedCell query={query} />
          <p className="mt-0.5 text-ink-2">
            Received: <b className="font-medium text-ink">{received}</b>
            {expected !== null && `, expected: ${expected}`}
          </p>
          <p className="mt-0.5 text-ink-2">
            Asked {formatAgo(query.raised_at)}
            {query.due_at !== null && (
              <>
                , due <DueDay query={query} />
              </>
            )}
          </p>
        </div>
      </th>
      <td className={`px-3 py-2 min-w-60 ${WIDE}`}>
        <AskedCell query={query} />
      </td>
      <td className={`px-3 py-2 num text-ink-2 ${WIDE}`}>{expected}</td>
      <td className={`px-3 py-2 num font-medium ${WIDE}`}>{received}</td>
      <td className={`px-3 py-2 whitespace-nowrap ${WIDE}`}>{formatAgo(query.raised_at)}</td>
      <td className={`px-3 py-2 whitespace-nowrap ${WIDE}`}>
        <DueDay query={query} />
      </td>
    </tr>
  )
}

/** The question with what was last said about it. */
function AskedCell({ query }: { query: DataQuery }) {
  const last = query.thread.at(-1)
  return (
    <>
      {queriedCellName(query)}
      {last && (last.act !== 'raise' || last.entry_text !== '') && (
        <p className="mt-0.5 text-ink-2 break-words">
          {queryEntryText(query, last)}{' '}
          <span className="text-ink-3">
            {[last.created_by, formatDay(last.created_at)].filter(Boolean).join(', ')}
          </span>
        </p>
      )}
    </>
  )
}

const DueDay = ({ query: { due_at, is_overdue } }: { query: DataQuery }) => (
  <span className={is_overdue ? 'text-bad' : undefined}>
    {due_at !== null && formatDay(closingDay(due_at))}
    {is_overdue && ', overdue'}
  </span>
)
