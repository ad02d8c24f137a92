import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import {
  $correctionWindows,
  closeWindow,
  loadCorrectionWindows,
  reloadCorrectionWindows
} from '#browser/stores/collection/correction-windows.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { OutdatedNotice } from '#browser/ui/outdated-notice.tsx'
import { PlainHead } from '#browser/ui/sort-head.tsx'
import type { OpenedWindow, WindowKind } from '#contract/correction-windows.ts'
import { closingMoment } from '#domain/projects/window-days.ts'
import { countOf } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { presentTime } from '#lib/time/server-clock.ts'

export const windowKindWords: Record<WindowKind, string> = {
  change: 'Change answers',
  cells: 'Change only answers with queries',
  complete: 'Only mark sections complete and sign them off'
}

/** The correction windows of a project and period, latest closing time first. */
export function WindowsDialog({ period }: { period: ProjectPeriod }) {
  const loaded = useStore($correctionWindows)
  const load = () => void loadCorrectionWindows(period)
  useEffect(load, [period])
  if (loaded.state !== 'ready')
    return <NotReady of={loaded} what="The correction windows" lines={5} onRetry={load} />
  if (loaded.value.correction_windows.length === 0)
    return (
      <EmptyNotice
        title="No correction windows in this period"
        text="Select organisations in the table and open them for corrections."
      />
    )
  return (
    <>
      <OutdatedNotice
        of={$correctionWindows}
        what="The list"
        onRetry={() => reloadCorrectionWindows(period)}
      />
      <div className="sm:table-scroll">
        <table className="w-full text-small max-sm:[&_thead]:sr-only max-sm:[&_:is(tbody,tr,td)]:block max-sm:[&_td]:px-0 max-sm:[&_td]:py-1 max-sm:[&_td:not(:last-child)]:border-b-0">
          <caption className="sr-only">Correction windows</caption>
          <PlainHead names={['Organisation', 'Open', 'Reason', 'Until']} />
          <tbody>
            {loaded.value.correction_windows.map(one => (
              <OpenedWindowRow key={one.correction_window_id} period={period} window={one} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function OpenedWindowRow({ period, window: one }: { period: ProjectPeriod; window: OpenedWindow }) {
  const isOpen = new Date(one.open_until) > presentTime()
  const close = async () => {
    const result = await closeWindow(period, one)
    if (!result.ok) showToast({ text: failureText(result.error), status: 'error' })
  }
  return (
    <tr>
      <td className="table-cell">
        <span className="font-medium">{one.organisation_name}</span>, {one.submission_name}
      </td>
      <td className="table-cell">
        {one.questionnaire_name}
        {one.section_name !== null && `, ${one.section_name}`}
        <br />
        <span className="text-ink-3">
          {windowKindWords[one.window_kind]}
          {typeof one.open_cell_count === 'number' && `: ${countOf(one.open_cell_count, 'answer')}`}
        </span>
      </td>
      <td className="table-cell">{one.reason_text}</td>
      <td className="table-cell">
        <span className="flex flex-wrap items-center gap-2">
          <span className="flex-1 basis-28">
            {isOpen ? '' : 'closed '}
            {closingMoment(one.open_until)}
          </span>
          {isOpen && (
            <Button
              size="s"
              aria-label={`Close now: ${one.organisation_name}, ${one.submission_name}`}
              onClick={close}
            >
              Close now
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}
