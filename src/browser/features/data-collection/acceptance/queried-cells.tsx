import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import {
  $correctionPlan,
  loadCorrectionPlan,
  type CorrectedPart
} from '#browser/stores/collection/correction-windows.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import type { QueriedCell } from '#contract/queries.ts'
import { queriedCellName } from '#domain/queries/query-texts.ts'
import { countOf, formatCount } from '#lib/format.ts'

/** Lines shown of each list. */
const MAX_NAMED_CELLS = 50

/** The answers that would be opened: those with queries, and those that depend on them. */
export function QueriedCells({ period, part }: { period: ProjectPeriod; part: CorrectedPart }) {
  const loaded = useStore($correctionPlan)
  const load = () => void loadCorrectionPlan(period, part)
  useEffect(load, [period, part])
  if (loaded.state !== 'ready')
    return <NotReady of={loaded} what="The answers with queries" lines={4} onRetry={load} />
  const { cells, total, declared_count } = loaded.value
  if (total === 0 && declared_count === 0)
    return <p className="text-small text-ink-2">No answers here have queries, so there is nothing to open.</p>
  const queried = cells.filter(cell => cell.is_queried)
  const linked = cells.filter(cell => !cell.is_queried)
  return (
    <div className="grid gap-3 text-small">
      {queried.length > 0 && (
        <CellNames
          title={countOf(queried.length, 'answer with a query', 'answers with queries')}
          cells={queried}
        />
      )}
      {linked.length > 0 && (
        <CellNames
          title={`Also opened, because they depend on each other: ${countOf(linked.length, 'answer')}`}
          cells={linked}
        />
      )}
      {total > cells.length && (
        <p className="text-ink-2">
          {formatCount(total - cells.length)} more will be opened but are not listed.
        </p>
      )}
      {declared_count > 0 && (
        <p className="text-ink-2">
          {countOf(
            declared_count,
            'section with queries is marked “Nothing to report”, so it stays closed',
            'sections with queries are marked “Nothing to report”, so they stay closed'
          )}
          . To let a lead undo this, open all answers there.
        </p>
      )}
    </div>
  )
}

const CellNames = ({ title, cells }: { title: string; cells: readonly QueriedCell[] }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <ul className="mt-1 grid gap-0.5 text-ink-2">
      {cells.slice(0, MAX_NAMED_CELLS).map(cell => (
        <li
          key={`${cell.submission_id}/${cell.section_id}/${cell.question_id}/${cell.row_id}/${cell.column_id}`}
          className="break-words"
        >
          {cell.submission_name}, {cell.section_name}: {queriedCellName(cell)}
        </li>
      ))}
      {cells.length > MAX_NAMED_CELLS && <li>{formatCount(cells.length - MAX_NAMED_CELLS)} more</li>}
    </ul>
  </section>
)
