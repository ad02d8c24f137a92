// Creates and saves a briefing pack.

import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { saveFile } from '#browser/api/download.ts'
import { BriefingPages } from '#browser/charts/briefing/briefing-pages.tsx'
import { briefingHtml, type Briefing } from '#browser/charts/briefing/briefing.ts'
import { chunk } from '#lib/chunk.ts'
import { setFileName } from './chart-set.ts'

/** Reads colours and font as pictures do: code of its own for them would be one more file for every chart. */
const drawingCode = chunk(() => import('#browser/charts/view/plotly.ts'))

/** `subject` begins the name of the file. */
export async function saveBriefing(
  subject: string,
  pack: Omit<Briefing, 'logo'>,
  logoPath: string
): Promise<void> {
  const [logo, style] = await Promise.all([
    readLogoImage(logoPath),
    drawingCode.load().then(({ readPictureStyle }) => readPictureStyle())
  ])
  const first = pack.charts[0]?.chartView
  const html = briefingHtml({
    title: [
      pack.productName,
      first?.own?.name,
      `${pack.projectName} ${first?.period.time_period_name ?? ''}`.trim()
    ]
      .filter(Boolean)
      .join(', '),
    body: drawPages({ ...pack, logo }),
    ...style
  })
  saveFile(new Blob([html], { type: 'text/html;charset=utf-8' }), setFileName(subject, 'html'))
}

/** The pages' markup. They are drawn outside the page, which stays as it is. */
function drawPages(pack: Briefing): string {
  const holder = document.createElement('div')
  const root = createRoot(holder)
  flushSync(() => root.render(createElement(BriefingPages, pack)))
  const { innerHTML } = holder
  root.unmount()
  return innerHTML
}

/** Null if it cannot be read: the names stand beside it. */
async function readLogoImage(path: string): Promise<string | null> {
  const response = await fetch(path).catch(() => null)
  if (!response?.ok) return null
  return `data:image/svg+xml,${encodeURIComponent(await response.text())}`
}
