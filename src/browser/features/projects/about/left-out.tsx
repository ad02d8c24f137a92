import { useStore } from '@nanostores/react'
import { useEffect, useId, type ReactNode } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { $leftOut, loadLeftOut } from '#browser/stores/collection/acceptances.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { PlainHead } from '#browser/ui/sort-head.tsx'
import { listAcceptances, type Acceptance } from '#contract/acceptances.ts'
import { acceptanceText } from '#domain/questionnaires/acceptance-text.ts'
import { countOf, formatCount } from '#lib/format.ts'
import type { PublicationScope } from './releases.ts'

/** What the edition would leave out and why, and what has unresolved queries, by organisation. */
export function LeftOutList({ scope: { project_id, time_period_id } }: { scope: PublicationScope }) {
  const leftOut = useStore($leftOut)
  const isHere = useOffered(listAcceptances)
  const load = () => void loadLeftOut({ projectId: project_id, timePeriodId: time_period_id })
  useEffect(load, [project_id, time_period_id])
  if (!isHere) return null
  if (leftOut.state !== 'ready')
    return <NotReady of={leftOut} what="What the edition leaves out" lines={4} onRetry={load} />
  const { acceptances, queried, requires_acceptance } = leftOut.value
  return (
    <>
      {acceptances.length === 0 ? (
        <p>Nothing is left out.</p>
      ) : (
        <AcceptanceList
          heading={requires_acceptance ? 'Left out' : 'Left out or incomplete'}
          rows={acceptances}
          column="Why not"
          textOf={acceptanceText}
        />
      )}
      {queried.length > 0 && (
        <AcceptanceList
          heading="Unresolved queries"
          rows={queried}
          column="Unresolved queries"
          textOf={row => formatCount(row.query_count)}
        >
          {requires_acceptance
            ? 'These questionnaires are accepted, so they are not left out.'
            : 'Unresolved queries leave nothing out of the edition.'}
        </AcceptanceList>
      )}
    </>
  )
}

interface AcceptanceListProps {
  heading: string
  rows: readonly Acceptance[]
  /** The head of the last column, and its text in each row. */
  column: string
  textOf: (row: Acceptance) => string
  children?: ReactNode
}

/** Questionnaires of submissions, counted in a heading. */
function AcceptanceList({ heading, rows, column, textOf, children }: AcceptanceListProps) {
  const id = useId()
  const organisations = new Set(rows.map(({ organisation_id }) => organisation_id)).size
  return (
    <div>
      <h3 id={id} className="mb-1.5 font-medium">
        {heading}: {countOf(rows.length, 'questionnaire')} of {countOf(organisations, 'organisation')}
      </h3>
      {children && <p className="mb-1.5 text-ink-2">{children}</p>}
      <div
        role="region"
        aria-labelledby={id}
        // Focusable, so that keyboards can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="table-scroll max-h-72 overflow-y-auto ring-inside"
      >
        <table className="w-full text-small">
          <PlainHead names={['Organisation', 'Questionnaire', column]} />
          <tbody>
            {rows.map(row => (
              <tr key={`${row.submission_id}/${row.questionnaire_id}`}>
                <td className="table-cell">
                  <span className="font-medium">{row.organisation_name}</span>, {row.submission_name}
                </td>
                <td className="table-cell">{row.questionnaire_name}</td>
                <td className="table-cell">{textOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
