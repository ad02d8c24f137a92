// A drawn chart as a picture: the drawing under a title, and above a footer with its selection, n and time (product 22.15). plotly's own export
// sets innerHTML, which the page's policy forbids.

import { textLines } from '#browser/charts/labels/text-lines.ts'
import type { PictureTexts } from '#browser/charts/words/picture-texts.ts'
import { measureText, readChartTheme } from './chart-theme.ts'
import { pageFont } from './page-font.ts'

export type PictureFormat = 'png' | 'svg'

const SVG = 'http://www.w3.org/2000/svg'
const EDGE = 20
const HEAD_HEIGHT = 44
const LINE = 16
const FOOT = 36
/** A PNG is twice as sharp as the screen. */
const SHARPNESS = 2

export async function pictureOf(
  plot: HTMLElement,
  texts: PictureTexts,
  format: PictureFormat
): Promise<Blob> {
  const width = plot.clientWidth + 2 * EDGE
  const lines = wrapText(texts.subtitle, plot.clientWidth)
  const feet = wrapText(texts.footer, plot.clientWidth)
  const height = plot.clientHeight + HEAD_HEIGHT + (lines.length + feet.length - 1) * LINE + FOOT
  const drawing = compose(plot, { title: texts.title, lines, feet }, width, height, await pageFont())
  const svg = new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' })
  return format === 'svg' ? svg : rasterise(svg, width, height)
}

const wrapText = (text: string, width: number): string[] =>
  textLines(text, width, line => measureText(line, 12, 400))

function svgElement<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number>,
  text?: string
): SVGElementTagNameMap[K] {
  const created = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value))
  if (text !== undefined) created.textContent = text
  return created
}

function compose(
  plot: HTMLElement,
  { title, lines, feet }: { title: string; lines: readonly string[]; feet: readonly string[] },
  width: number,
  height: number,
  fontFace: string
): SVGSVGElement {
  const { ink, ink2, ink3, surface } = readChartTheme()
  const font = 'Inter, Arial, sans-serif'
  const text = (y: number, size: number, weight: number, fill: string, words: string) =>
    svgElement(
      'text',
      { x: EDGE, y, fill, 'font-size': size, 'font-weight': weight, 'font-family': font },
      words
    )
  const picture = svgElement('svg', { width, height, viewBox: `0 0 ${width} ${height}` })
  picture.append(
    svgElement('style', {}, fontFace),
    svgElement('rect', { width, height, fill: surface }),
    text(28, 16, 600, ink, title),
    ...lines.map((line, index) => text(48 + index * LINE, 12, 400, ink2, line)),
    ...layersOf(plot, HEAD_HEIGHT + lines.length * LINE),
    ...feet.map((line, index) => text(height - 14 - (feet.length - 1 - index) * LINE, 11, 400, ink3, line))
  )
  return picture
}

/** plotly's layers in order, without hover labels and lines that are not chosen. */
function layersOf(plot: HTMLElement, top: number): SVGElement[] {
  return [...plot.querySelectorAll<SVGSVGElement>('svg.main-svg')].map(layer => {
    const copy = layer.cloneNode(true) as SVGSVGElement
    copy.setAttribute('x', String(EDGE))
    copy.setAttribute('y', String(top))
    copy.style.background = ''
    for (const hovering of copy.querySelectorAll('.hoverlayer, .draglayer')) hovering.remove()
    for (const line of copy.querySelectorAll<SVGElement>('.shapelayer path'))
      if (line.style.opacity === '0') line.remove()
    return copy
  })
}

async function rasterise(svg: Blob, width: number, height: number): Promise<Blob> {
  const url = URL.createObjectURL(svg)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * SHARPNESS
    canvas.height = height * SHARPNESS
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        png => (png ? resolve(png) : reject(new Error('The browser made no picture'))),
        'image/png'
      )
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}
