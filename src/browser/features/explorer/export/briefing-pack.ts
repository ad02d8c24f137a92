// Creates and saves a briefing pack.

import { saveFile } from '#browser/api/download.ts'
import type { BriefedChart } from '#browser/charts/export/briefing.ts'
import type { ExportedChart } from '#browser/charts/export/xlsx.ts'
import type { Picture } from '#browser/charts/view/chart.tsx'
import { pictureTexts } from '#browser/charts/words/picture-texts.ts'
import { exportRecipient } from '#browser/stores/export-recipient.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { chunk } from '#lib/chunk.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { setFileName } from './chart-set.ts'

const briefingCode = chunk(() => import('#browser/charts/export/briefing.ts'))

export async function drawAsSvg(chart: ExportedChart, picture: Picture): Promise<string> {
  return (await picture(pictureTexts(chart.chartView, exportRecipient()), 'svg')).text()
}

export async function saveBriefing(
  title: string,
  charts: readonly BriefedChart[],
  now: Date = presentTime()
): Promise<void> {
  try {
    const { briefingHtml } = await briefingCode.load()
    const html = briefingHtml({ title, recipient: exportRecipient(), madeAt: now.toISOString(), charts })
    saveFile(new Blob([html], { type: 'text/html;charset=utf-8' }), setFileName(title, 'html'))
  } catch {
    showToast({
      text: 'The pack could not be created. You can download the figures as XLSX.',
      status: 'error'
    })
  }
}
