import { Checkbox } from '#browser/forms/checkbox.tsx'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import type { QueriedCell } from '#contract/queries.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import {
  expectedRange,
  queriedAnswerText,
  queriedCellName,
  queryReasons,
  queryTitle,
  ruleName
} from '#domain/queries/query-texts.ts'

/** The key of a cell within a plan. */
export const plannedKey = (cell: QueriedCell): string =>
  [cell.submission_id, cell.question_id, cell.row_id, cell.column_id].join(':')

interface PlannedTableProps {
  cells: readonly QueriedCell[]
  left: ReadonlySet<string>
  shown: QueriedCell | undefined
  onToggle: (keys: readonly string[], isOn: boolean) => void
  onShow: (key: string) => void
}

/** Every query of a plan, each of which can be left out. */
export function PlannedTable({ cells, left, shown, onToggle, onShow }: PlannedTableProps) {
  const keys = cells.map(plannedKey)
  return (
    <section
      aria-label="Queries to send"
      // Focusable, so that keyboards can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="ring-inside card overflow-auto max-h-80"
    >
      <table className="w-full text-small">
        <caption className="sr-only">Queries to send</caption>
        <thead>
          <tr>
            <HeadCell>
              <Checkbox
                className="mr-3 align-middle"
                aria-label={left.size === 0 ? 'Clear selection' : 'Select all rows'}
                checked={left.size === 0}
                onChange={isOn => onToggle(keys, isOn)}
              />
              {withTerms('Organisation, {submission}')}
            </HeadCell>
            <HeadCell>Question</HeadCell>
            <HeadCell className="num">Expected</HeadCell>
            <HeadCell className="num">Received</HeadCell>
            <HeadCell>Rule</HeadCell>
          </tr>
        </thead>
        <tbody>
          {cells.map(cell => {
            const key = plannedKey(cell)
            return (
              <tr
                key={key}
                className={`border-0 border-t border-solid border-line ${cell === shown ? 'bg-brand-tint' : ''}`}
              >
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  <label className="flex items-center gap-3">
                    <Checkbox checked={!left.has(key)} onChange={isOn => onToggle([key], isOn)} />
                    {cell.organisation_name}, {cell.submission_name}
                  </label>
                </th>
                <td className="px-3 py-1.5">
                  <button type="button" className="text-button text-left" onClick={() => onShow(key)}>
                    {queriedCellName(cell)}
                  </button>
                </td>
                <td className="px-3 py-1.5 num text-ink-2">{expectedRange(cell) ?? ''}</td>
                <td className="px-3 py-1.5 num font-medium">{queriedAnswerText(cell, cell.received)}</td>
                <td className="px-3 py-1.5">{cell.rules.map(ruleName).join(', ')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

interface OneQueryProps {
  cell: QueriedCell
  text: string
  onText: (text: string) => void
}

/** A query as its organisation will read it, with an optional message. */
export const OneQuery = ({ cell, text, onText }: OneQueryProps) => (
  <section aria-label="One query" className="card px-4 py-3 text-small">
    <p className="text-ink-3">What {cell.organisation_name} will read</p>
    <p className="mt-1 font-medium">
      {cell.submission_name}, {queriedCellName(cell)}: {queryTitle(cell)}
    </p>
    <p className="text-ink-2">{queryReasons(cell).join(' ')}</p>
    <label className="mt-2 block">
      <span className="sr-only">A sentence of your own</span>
      <input
        type="text"
        className="input text-small!"
        placeholder="A sentence of your own"
        maxLength={4000}
        value={text}
        onChange={event => onText(event.target.value)}
      />
    </label>
  </section>
)
