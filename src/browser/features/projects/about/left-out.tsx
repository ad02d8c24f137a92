import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { $leftOut, loadLeftOut } from '#browser/stores/collection/acceptances.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { PlainHead } from '#browser/ui/sort-head.tsx'
import { listAcceptances } from '#contract/acceptances.ts'
import { acceptanceText } from '#domain/questionnaires/acceptance-text.ts'
import { countOf } from '#lib/format.ts'
import type { PublicationScope } from './releases.ts'

/** What the edition would leave out and why, by organisation. */
export function LeftOutList({ scope: { project_id, time_period_id } }: { scope: PublicationScope }) {
  const leftOut = useStore($leftOut)
  const isHere = useOffered(listAcceptances)
  const load = () => void loadLeftOut({ projectId: project_id, timePeriodId: time_period_id })
  useEffect(load, [project_id, time_period_id])
  if (!isHere) return null
  if (leftOut.state !== 'ready')
    return <NotReady of={leftOut} what="What the edition leaves out" lines={4} onRetry={load} />
  const { acceptances, organisation_count, requires_acceptance } = leftOut.value
  if (acceptances.length === 0) return <p>Nothing is left out.</p>
  return (
    <section aria-labelledby="left-out">
      <h3 id="left-out" className="mb-1.5 font-medium">
        {requires_acceptance ? 'Left out' : 'Left out or incomplete'}:{' '}
        {countOf(acceptances.length, 'questionnaire')} of {countOf(organisation_count, 'organisation')}
      </h3>
      <div
        role="region"
        aria-label="Left out"
        // Focusable, so that keyboards can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="table-scroll max-h-72 overflow-y-auto ring-inside"
      >
        <table className="w-full text-small">
          <PlainHead names={['Organisation', 'Questionnaire', 'Why not']} />
          <tbody>
            {acceptances.map(row => (
              <tr key={`${row.submission_id}/${row.questionnaire_id}`}>
                <td className="table-cell">
                  <span className="font-medium">{row.organisation_name}</span>, {row.submission_name}
                </td>
                <td className="table-cell">{row.questionnaire_name}</td>
                <td className="table-cell">{acceptanceText(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
