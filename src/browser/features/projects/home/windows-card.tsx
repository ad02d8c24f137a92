import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useOffered } from '#browser/api/offered.ts'
import { $correctionWindows, loadCorrectionWindows } from '#browser/stores/collection/correction-windows.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { Card } from '#browser/ui/card.tsx'
import { listCorrectionWindows } from '#contract/correction-windows.ts'
import { closingMoment } from '#domain/projects/window-days.ts'
import { correctionText } from '#domain/questionnaires/correction-text.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'

const MAX_WINDOWS_SHOWN = 5

/** For admins: the open correction windows, those that close first at the top. Renders nothing if there are none. */
export function CorrectionWindowsCard({
  projectCode,
  period
}: {
  projectCode: string
  period: ProjectPeriod
}) {
  const loaded = useStore($correctionWindows)
  const isHere = useOffered(listCorrectionWindows)
  useEffect(() => void (isHere && loadCorrectionWindows(period)), [isHere, period])
  if (!isHere || loaded.state !== 'ready') return null
  const now = presentTime()
  const open = loaded.value.correction_windows
    .filter(({ open_until }) => new Date(open_until) > now)
    .toReversed()
  if (open.length === 0) return null
  return (
    <Card
      title={countOf(open.length, 'correction window')}
      aside={<Link href={paths.dataCollection(projectCode, { view: 'progress' })}>Data collection</Link>}
    >
      <ul>
        {open.slice(0, MAX_WINDOWS_SHOWN).map(one => (
          <li
            key={one.correction_window_id}
            className="border-0 border-t border-line border-solid px-4 py-2.5 text-small break-words first:border-t-0"
          >
            <span className="font-medium">{one.organisation_name}</span>, {one.submission_name}:{' '}
            {one.section_name ?? one.questionnaire_name}
            <span className="block text-ink-2">
              {correctionText(
                one.window_kind,
                closingMoment(one.open_until),
                one.open_cell_count ?? undefined
              )}
            </span>
          </li>
        ))}
      </ul>
      {open.length > MAX_WINDOWS_SHOWN && (
        <p className="px-4 pb-3 text-small text-ink-2">{formatCount(open.length - MAX_WINDOWS_SHOWN)} more</p>
      )}
    </Card>
  )
}
