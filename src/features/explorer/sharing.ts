// Taking what is seen out of the page: a link with every choice, a picture, a table.
import type { Picture } from '#charts/chart.tsx'
import { saveFile } from '#api/download.ts'
import { chartCsv } from '#charts/csv.ts'
import type { Reading } from '#charts/reading.ts'
import { $selectedSubmissionId } from '#stores/selection.ts'
import { $selectedTimePeriod } from '#stores/time-periods.ts'
import { showToast } from '#stores/toasts.ts'
import { readSelection, writeSelection } from './explorer-selection.ts'

/** The address with the period and submission written out, so that it shows the same to whoever opens it. */
export function shareableAddress(): string {
  const selection = readSelection(location.search)
  const submissionId = selection.submissionId ?? ($selectedSubmissionId.get() || null)
  const timePeriodId = selection.timePeriodId ?? $selectedTimePeriod.get()?.id ?? null
  return location.origin + location.pathname + writeSelection({ ...selection, submissionId, timePeriodId })
}

export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(shareableAddress())
    showToast({ text: 'The link is copied. It opens with the same choices.', status: 'success' })
  } catch {
    // The browser may refuse the clipboard; the address bar still has the link.
    showToast({ text: 'The link could not be copied. Copy it from the address bar.', status: 'warning' })
  }
}

/** `vacancy-rate-2026.csv`: plain letters, so that every system takes it. */
export function fileName({ measure, period }: Reading, extension: string): string {
  const stem = `${measure.chart_name} ${period.time_period_name}`.normalize('NFKD').toLowerCase()
  return `${stem.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'chart'}.${extension}`
}

export function saveCsv(reading: Reading): void {
  // The mark at the start tells spreadsheets that it is UTF-8.
  saveFile(new Blob(['\uFEFF', chartCsv(reading)], { type: 'text/csv;charset=utf-8' }), fileName(reading, 'csv'))
}

export async function savePicture(reading: Reading, picture: Picture, format: 'png' | 'svg'): Promise<void> {
  const data = await picture(format)
  saveFile(blobOf(data), fileName(reading, format))
}

/** A data URL as a file; `fetch` of one would need the content security policy to allow it. */
function blobOf(dataUrl: string): Blob {
  const comma = dataUrl.indexOf(',')
  const [head, body] = [dataUrl.slice(0, comma), dataUrl.slice(comma + 1)]
  const type = /^data:([^;,]+)/.exec(head)?.[1] ?? 'application/octet-stream'
  if (!head.endsWith(';base64')) return new Blob([decodeURIComponent(body)], { type })
  return new Blob([Uint8Array.from(atob(body), letter => letter.charCodeAt(0))], { type })
}
