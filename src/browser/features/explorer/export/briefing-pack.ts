// Making a briefing pack: what was chosen is loaded, drawn one after the other, and saved.
import type { Picture } from '#browser/charts/view/chart.tsx'
import type { BriefedChart } from '#browser/charts/export/briefing.ts'
import type { ExportedChart } from '#browser/charts/export/xlsx.ts'
import { saveFile } from '#browser/api/download.ts'
import { chunk } from '#lib/chunk.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { pictureTexts } from '#browser/charts/words/picture-texts.ts'
import { setFileName } from './chart-set.ts'
import { madeFor } from '#browser/stores/made-for.ts'
import { presentTime } from '#lib/server-clock.ts'

const briefingCode = chunk(() => import('#browser/charts/export/briefing.ts'))

/** The drawn chart as an SVG document of its own. */
export async function drawingOf(chart: ExportedChart, picture: Picture): Promise<string> {
  return (await picture(pictureTexts(chart.chartView, madeFor()), 'svg')).text()
}

export async function saveBriefing(
  title: string,
  charts: readonly BriefedChart[],
  now: Date = presentTime()
): Promise<void> {
  try {
    const { briefingHtml } = await briefingCode.load()
    const html = briefingHtml({ title, madeFor: madeFor(), madeAt: now.toISOString(), charts })
    saveFile(new Blob([html], { type: 'text/html;charset=utf-8' }), setFileName(title, 'html'))
  } catch {
    showToast({
      text: 'The pack could not be created. You can download the figures as XLSX.',
      status: 'error'
    })
  }
}
