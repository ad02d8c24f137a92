import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import {
  $queries,
  loadQueries,
  reloadQueries,
  type QueryList,
  type QueryScope
} from '#browser/stores/collection/queries.ts'
import { openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { OutdatedNotice } from '#browser/ui/outdated-notice.tsx'
import { Pick } from '#browser/ui/pick.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import type { ProjectSummary } from '#contract/projects.ts'
import { QueryStatus } from '#contract/queries.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import {
  groupQueries,
  matchesQuery,
  NO_QUERY_FILTER,
  sortQueries,
  type QueryColumn,
  type QueryFilter,
  type QueryGrouping,
  type QuerySort
} from '#domain/queries/query-list.ts'
import { queryRuleName, queryStatusWords } from '#domain/queries/query-texts.ts'
import { compareNames } from '#lib/compare.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { selectIds } from '#lib/group-by.ts'
import { QuerySelectionBar } from './query-selection-bar.tsx'
import { QueryTable } from './query-table.tsx'
import { RaiseDialog } from './raise-dialog.tsx'

interface QueriesScreenProps {
  project: ProjectSummary
  timePeriodId: number
}

/** All questions that the programme has asked in a project and period. */
export default function QueriesScreen({ project, timePeriodId }: QueriesScreenProps) {
  const loaded = useStore($queries)
  const projectId = project.project_id
  const scope = useMemo(() => ({ projectId, timePeriodId }), [projectId, timePeriodId])
  const load = () => void loadQueries(scope)
  useEffect(load, [scope])
  if (loaded.state === 'loading')
    return (
      <div className="page max-w-none!">
        <h1 className="mb-5">Queries</h1>
        <SkeletonLines lines={12} label="Loading the queries" />
      </div>
    )
  if (loaded.state === 'failed')
    return (
      <div className="page">
        <FailureNotice page="Queries" what="The queries" failure={loaded} onRetry={load} />
      </div>
    )
  return (
    <div className="page max-w-none!">
      <header className="page-head items-center!">
        <div className="min-w-0 flex-1">
          <h1>{queriesTitle(loaded.value)}</h1>
          <p className="mt-0.5 text-small text-ink-2">{withMembersText(loaded.value)}</p>
        </div>
        <Button icon={Plus} onClick={() => openRaiseDialog(scope)}>
          Raise queries…
        </Button>
      </header>
      <OutdatedNotice of={$queries} what="The queries" onRetry={reloadQueries} />
      {loaded.value.queries.length === 0 ? (
        <EmptyNotice
          title="No queries in this period"
          text="Raise queries by rules here, or ask about an answer beside its comments."
        />
      ) : (
        <Queries projectCode={project.project_code} list={loaded.value} />
      )}
    </div>
  )
}

const openRaiseDialog = (scope: QueryScope): void =>
  openModal({ component: RaiseDialog, size: 'large', props: { title: 'Raise queries', scope } })

const queriesTitle = ({ counts, queries }: QueryList): string => {
  if (counts.answered > 0) return `${countOf(counts.answered, 'answer')} to review`
  return queries.length === 0 ? 'Queries' : 'No answers to review'
}

function withMembersText({ counts: { open, overdue } }: QueryList): string {
  if (open === 0) return 'No open queries.'
  const late = overdue === 0 ? '' : `, ${formatCount(overdue)} of them overdue`
  return `${countOf(open, 'open query', 'open queries')}${late}.`
}

const groupings: { id: QueryGrouping; name: string }[] = [
  { id: 'rule', name: 'by rule' },
  { id: 'organisation', name: 'by organisation' },
  { id: 'status', name: 'by status' },
  { id: 'none', name: 'not at all' }
]

/** For windows in which most columns have no heads. */
const sortings: { id: QueryColumn; name: string }[] = [
  { id: 'status', name: 'by status' },
  { id: 'organisation', name: 'by organisation' },
  { id: 'cell', name: 'by question' },
  { id: 'asked', name: 'by date asked' },
  { id: 'due', name: 'by date due' }
]

function Queries({ projectCode, list }: { projectCode: string; list: QueryList }) {
  const [filter, setFilter] = useState(NO_QUERY_FILTER)
  const [grouping, setGrouping] = useState<QueryGrouping>('rule')
  const [sort, setSort] = useState<QuerySort>({ by: 'status', isDescending: false })
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const found = useMemo(
    () => sortQueries(list.queries, sort).filter(query => matchesQuery(query, filter)),
    [list, sort, filter]
  )
  const shown = found.filter(({ query_status }) => filter.status === 'all' || query_status === filter.status)
  const chosen = shown.filter(({ query_id }) => selected.has(query_id))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Segmented<QueryFilter['status']>
          label="Status"
          options={[
            { id: 'all', label: 'All', count: found.length },
            ...QueryStatus.options.map(id => ({
              id,
              label: queryStatusWords[id],
              count: found.filter(({ query_status }) => query_status === id).length
            }))
          ]}
          pressed={filter.status}
          onPress={status => setFilter({ ...filter, status })}
        />
        <Pick label="Grouped" options={groupings} selected={grouping} onSelect={setGrouping} />
        <Pick
          label="Sorted"
          options={sortings}
          selected={sort.by}
          onSelect={by => setSort({ by, isDescending: false })}
          className="lg:hidden"
        />
        <RulePick list={list} filter={filter} onChange={setFilter} />
        <label className="flex items-center gap-2 text-small">
          <Checkbox checked={filter.isOverdue} onChange={isOn => setFilter({ ...filter, isOverdue: isOn })} />
          Overdue only
        </label>
        <SearchBox
          label={withTerms('{Submission}, organisation, question')}
          value={filter.search}
          onChange={search => setFilter({ ...filter, search })}
          className="ml-auto w-72"
        />
      </div>
      <div className="card overflow-clip">
        <QuerySelectionBar shown={shown} selected={chosen} onClear={() => setSelected(new Set())} />
        {shown.length === 0 ? (
          <EmptyNotice title="No queries match the filters" />
        ) : (
          <QueryTable
            projectCode={projectCode}
            groups={groupQueries(shown, grouping)}
            sort={sort}
            onSort={setSort}
            selected={selected}
            onSelect={(ids, isOn) => setSelected(selectIds(selected, ids, isOn))}
          />
        )}
      </div>
      <p role="status" className="mt-3 text-tiny text-ink-3">
        {shown.length === list.queries.length
          ? countOf(shown.length, 'query', 'queries')
          : `${formatCount(shown.length)} of ${formatCount(list.queries.length)} shown`}
      </p>
    </>
  )
}

interface RulePickProps {
  list: QueryList
  filter: QueryFilter
  onChange: (filter: QueryFilter) => void
}

function RulePick({ list, filter, onChange }: RulePickProps) {
  const names = [...new Set(list.queries.map(queryRuleName))].toSorted(compareNames)
  if (names.length < 2) return null
  return (
    <Pick
      label="Rule"
      options={[{ id: '', name: 'any' }, ...names.map(name => ({ id: name, name }))]}
      selected={filter.rule ?? ''}
      onSelect={id => onChange({ ...filter, rule: id || null })}
    />
  )
}
