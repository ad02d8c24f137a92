// The computations of mark-contrast.ts, sent to the page as text beside those of colour-in-page.ts and texts-in-page.ts.

import { contrast, groundOf, over, rgbOf, type Rgb } from './colour-in-page.ts'
import { isShown, nameOf } from './texts-in-page.ts'

/** WCAG 2.2, 1.4.11. */
export function faintMarks(limit: number): string[] {
  return [...faintFields(limit), ...faintDrawings(limit), ...faintChartMarks(limit), ...faintDots(limit)]
}

export function ratioText(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`
}

/** Input fields and selects: their border or fill against their surroundings. */
export function faintFields(limit: number): string[] {
  const selector =
    'input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=hidden]), select, textarea'
  return [...document.querySelectorAll(selector)]
    .filter(field => !field.matches(':disabled') && isShown(field))
    .flatMap(field => {
      const box = field.closest('td, th, [role=gridcell]') ?? field
      const best = Math.max(edgeOf(field), box === field ? 1 : edgeOf(box))
      return best < limit ? [`field ${nameOf(field)} ${ratioText(best)}`] : []
    })
}

/** The highest contrast of a box's border lines and fill with its surroundings. */
export function edgeOf(box: Element): number {
  const around = groundOf(box.parentElement)
  const style = getComputedStyle(box)
  const lines = (['Top', 'Right', 'Bottom', 'Left'] as const)
    .filter(side => style[`border${side}Width`] !== '0px' && style[`border${side}Style`] !== 'none')
    .map(side => contrast(over(rgbOf(style[`border${side}Color`]), around), around))
  return Math.max(1, ...lines, contrast(groundOf(box), around))
}

/** The fill of a shape, and its stroke if it has one. */
export function paintsOf(shape: Element): { colour: Rgb; share: number }[] {
  const { fill, fillOpacity, stroke, strokeOpacity, strokeWidth } = getComputedStyle(shape)
  const isLined = Number.parseFloat(strokeWidth) >= 0.5
  return [
    { paint: fill, share: Number(fillOpacity) },
    ...(isLined ? [{ paint: stroke, share: Number(strokeOpacity) }] : [])
  ]
    .filter(({ paint }) => paint !== 'none')
    .flatMap(({ paint, share }) => coloursOf(paint).map(colour => ({ colour: rgbOf(colour), share })))
    .filter(({ colour, share }) => colour.a * share > 0)
}

/** The contrast of a drawn shape with its background: of its fill or its stroke, whichever is higher; of a pattern's most visible colour. */
export function clarityOf(shape: Element, ground: Rgb): number {
  const opacity = opacityOf(shape)
  const ratios = paintsOf(shape).map(({ colour, share }) =>
    contrast(over(colour, ground, share * opacity), ground)
  )
  return Math.max(1, ...ratios)
}

/** A paint's colours; several for a pattern. */
export function coloursOf(paint: string): string[] {
  const id = /^url\("?#([^")]+)"?\)/.exec(paint)?.[1]
  const pattern = id === undefined ? null : document.getElementById(id)
  if (!pattern) return [paint]
  return [...pattern.querySelectorAll('*')].flatMap(part => {
    const { fill, stroke } = getComputedStyle(part)
    return [fill, stroke].filter(colour => colour !== 'none')
  })
}

export function opacityOf(shape: Element): number {
  let opacity = 1
  for (let at: Element | null = shape; at; at = at.parentElement)
    opacity *= Number(getComputedStyle(at).opacity)
  return opacity
}

export function shapesOf(drawing: Element): Element[] {
  return [...drawing.querySelectorAll('path, rect, circle, ellipse, line, polyline, polygon')].filter(isDrawn)
}

/** A horizontal line has no height, and a dot may be the round cap of a line without length. */
export function isDrawn(shape: Element): boolean {
  const isPart = shape.closest('defs, clipPath, pattern, mask') !== null
  return !isPart && shape.checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

/** Icons, rings and progress bars: each has something visible. */
export function faintDrawings(limit: number): string[] {
  return [...document.querySelectorAll('svg')]
    .filter(
      drawing =>
        !isOfChart(drawing) && !drawing.closest(':disabled, [aria-disabled=true]') && isShown(drawing)
    )
    .flatMap(drawing => {
      const ground = groundOf(drawing)
      const shapes = shapesOf(drawing)
      const best = Math.max(...shapes.map(shape => clarityOf(shape, ground)))
      if (shapes.length === 0 || best >= limit) return []
      const around = drawing.closest('button, a, label, p, li, td, h1, h2, h3, div') ?? drawing
      return [`drawing in ${nameOf(around)} ${ratioText(best)}`]
    })
}

export function isOfChart(drawing: Element): boolean {
  return drawing.closest('.js-plotly-plot, [data-chart]') !== null
}

/** Every mark of a figure in a chart: bars, dots, boxes and the lines between them. */
export function faintChartMarks(limit: number): string[] {
  const worst = new Map<string, number>()
  const marks = '.point path, path.point, .points > path, path.js-line, path.box, .mark'
  for (const chart of document.querySelectorAll('.js-plotly-plot, [data-chart]'))
    for (const mark of chart.querySelectorAll(marks)) {
      // A shape without a colour only carries a label or an interval.
      if (!isDrawn(mark) || paintsOf(mark).length === 0) continue
      const ground = groundOf(chart)
      const ratio = Math.max(
        clarityOf(mark, ground),
        ...contoursOf(mark, chart).map(line => clarityOf(line, ground))
      )
      if (ratio >= limit) continue
      const kind = mark.getAttribute('class') ?? mark.parentElement?.getAttribute('class') ?? mark.localName
      const name = `${kind} of the chart ${nameOf(chart)}`
      worst.set(name, Math.min(ratio, worst.get(name) ?? ratio))
    }
  return [...worst].map(([name, ratio]) => `${name} ${ratioText(ratio)}`)
}

/** Bars a few pixels wide have no outlines: one line runs along the ends of all of them (src/browser/charts/kinds/bar-ranked.ts). */
export function contoursOf(mark: Element, chart: Element): Element[] {
  const thin = 3
  return mark.getBoundingClientRect().width < thin
    ? [...chart.querySelectorAll('path.js-line')].filter(isDrawn)
    : []
}

/** Dots and bars that consist only of a colour. */
export function faintDots(limit: number): string[] {
  const greatest = 24
  // What pulses is still loading.
  const exempt = '[aria-busy=true], [class*=pulse], .js-plotly-plot, :disabled, [role=separator]'
  return [...document.querySelectorAll('i, b, span, div')]
    .filter(dot => dot.childNodes.length === 0 && isShown(dot))
    .filter(dot => !dot.closest(exempt))
    .flatMap(dot => {
      const { width, height } = dot.getBoundingClientRect()
      const { backgroundColor } = getComputedStyle(dot)
      if (Math.min(width, height) > greatest || rgbOf(backgroundColor).a === 0) return []
      const ratio = edgeOf(dot)
      const around = dot.parentElement?.closest('button, a, label, p, li, td, div') ?? dot
      return ratio < limit ? [`dot in ${nameOf(around)} ${ratioText(ratio)}`] : []
    })
}
