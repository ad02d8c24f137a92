import { useStore } from '@nanostores/react'
import { memo, useCallback } from 'react'
import { Link } from 'wouter'
import { useOnceVisible } from '#browser/features/explorer/overview/use-once-visible.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { RotateCw, TriangleAlert } from '#browser/ui/icons/icon-paths.ts'
import { Ring } from '#browser/ui/progress.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import { countOf } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import {
  $mapRows,
  loadMapRow,
  type MapCell,
  type MapOrganisation,
  type MapSection
} from './completion-map.ts'

const MAP_CELL = 'h-9 px-2 border-0 border-b border-solid border-line'

/** One organisation. It loads when its row becomes visible, and a failure affects this row alone. */
export const CompletionMapRow = memo(function CompletionMapRow({
  projectCode,
  organisation,
  sections
}: {
  projectCode: string
  organisation: MapOrganisation
  sections: readonly MapSection[]
}) {
  const loaded = useStore($mapRows, { keys: [organisation.id] })[organisation.id]
  const load = useCallback(() => void loadMapRow(organisation), [organisation])
  const row = useOnceVisible<HTMLTableRowElement>(load)
  return (
    <tr ref={row} className="hover:bg-surface-hover">
      <th scope="row" className={`${MAP_CELL} sm:sticky sm:left-0 bg-surface px-3! text-left font-medium`}>
        <span className="block max-w-56 cut" title={organisation.organisation_name}>
          {organisation.organisation_name}
        </span>
      </th>
      <td className={`${MAP_CELL} num text-ink-3`}>{organisation.submission_list.length}</td>
      {loaded?.state === 'ready' ? (
        sections.map(section => {
          const found = loaded.value.get(section.sectionId)
          return (
            <td
              key={section.sectionId}
              className={MAP_CELL}
              style={found && { background: heatColour(found.percent) }}
            >
              {found && (
                <CellLink
                  href={paths.section(
                    projectCode,
                    section.questionnaireId,
                    found.submissionId,
                    section.sectionId,
                    { go: 'left' }
                  )}
                  label={`${organisation.organisation_name}, ${section.name}: ${mapCellText(found)}. Open ${found.submissionName}.`}
                  found={found}
                />
              )}
            </td>
          )
        })
      ) : loaded?.state === 'failed' ? (
        <td colSpan={sections.length} className={`${MAP_CELL} text-small text-ink-2`}>
          {loaded.error}{' '}
          <Button kind="quiet" size="s" icon={RotateCw} onClick={load}>
            Try again
          </Button>
        </td>
      ) : (
        sections.map(section => (
          <td key={section.sectionId} className={MAP_CELL}>
            <Skeleton className="h-4 w-10" />
          </td>
        ))
      )}
    </tr>
  )
})

/** Light enough for dark text and a ring of the same hue at any percentage. */
const heatColour = (percent: number): string =>
  `color-mix(in srgb, var(--brand-mark) ${Math.round(percent * 0.13)}%, transparent)`

function CellLink({ href, label, found }: { href: string; label: string; found: MapCell }) {
  return (
    <Link href={href} title={label} className="relative flex min-h-6 items-center text-ink tabular-nums">
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="flex items-center gap-1.5">
        <Ring
          percent={found.percent}
          isComplete={isSectionDone(found.status)}
          isSignedOff={found.status === 'signed_off'}
        />
        {found.percent}%
        {found.warningCount > 0 && (
          <span className="inline-flex items-center gap-0.5 text-tiny text-warn">
            <Icon of={TriangleAlert} size={12} />
            {found.warningCount}
          </span>
        )}
      </span>
    </Link>
  )
}

const statusText = {
  not_started: 'not started',
  in_progress: 'in progress',
  complete: 'complete',
  signed_off: 'signed off'
}

const mapCellText = ({ percent, status, warningCount }: MapCell): string =>
  `${percent}% answered, ${statusText[status]}${warningCount === 0 ? '' : `, ${countOf(warningCount, 'figure')} to check`}`
