import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { build } from 'vite'
import { drawFigure } from '#browser/charts/drawings.ts'
import { drawnKinds } from '#browser/charts/drawn-kinds.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { OutputName } from '#contract/output-names.ts'
import { leanPlotly } from '#sites/shell/lean-plotly.ts'
import { PERIOD } from '#tests/support/chart-reply.ts'
import { drawContext } from '#tests/support/draw-context.ts'
import { test } from '#tests/support/e2e-test.ts'
import { faintMarks } from '#tests/support/mark-contrast.ts'
import { pictureSets } from '#tests/support/picture-data.ts'

// The picture of each kind of chart, as the browser draws it with the plotly that is published: every visible thing with its place, its colours and
// its text, one a line, beside what it was. Places may differ by a few pixels, as fonts do from machine to machine. Every mark is seen at 3:1. After a wanted change:
// `UPDATE_PICTURES=1 npx playwright test pictures`, and look at the difference before it is committed.

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'tests/gates/pictures')
const font = readFileSync(join(root, 'public/fonts/inter-latin.b7f49681.woff2')).toString('base64')
const isUpdate = process.env['UPDATE_PICTURES'] !== undefined

/** plotly as the site has it, as one script. */
async function drawingScript(): Promise<string> {
  const id = '\0picture-page'
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    plugins: [
      leanPlotly(root),
      {
        name: 'picture-page',
        resolveId: name => (name === 'picture-page' ? id : undefined),
        load: name =>
          name === id
            ? `import { Plotly } from '${root}src/browser/charts/view/plotly-core.ts'; window.Plotly = Plotly`
            : undefined
      }
    ],
    build: { write: false, rolldownOptions: { input: 'picture-page', output: { format: 'iife' } } }
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error('Nothing was built.')
  return output.output[0].code
}

/** Every visible thing of the drawing, in the order in which it is painted. */
const describePicture = (page: Page, figure: object): Promise<string[]> =>
  page.evaluate(async drawn => {
    const plot = document.querySelector('#plot')!
    const { Plotly } = window as unknown as {
      Plotly: { newPlot: (...all: unknown[]) => Promise<void>; purge: (plot: Element) => void }
    }
    const { data, layout } = drawn as { data: unknown; layout: unknown }
    Plotly.purge(plot)
    await Plotly.newPlot(plot, data, layout, { displayModeBar: false, staticPlot: false })
    const origin = plot.getBoundingClientRect()
    const lines = [
      ...plot.querySelectorAll('svg.main-svg path, svg.main-svg rect, svg.main-svg text, svg.main-svg line')
    ]
      .filter(element => element.closest('defs, clipPath, .draglayer, .hoverlayer, .zoomlayer') === null)
      .flatMap(element => {
        const style = getComputedStyle(element)
        const isVisible = (colour: string): boolean => colour !== 'none' && !colour.endsWith(', 0)')
        const fill = isVisible(style.fill) && Number(style.fillOpacity) > 0 ? style.fill : 'none'
        const stroke =
          isVisible(style.stroke) &&
          Number(style.strokeOpacity) > 0 &&
          Number.parseFloat(style.strokeWidth) > 0
            ? `${style.stroke} ${Math.round(Number.parseFloat(style.strokeWidth) * 10) / 10}`
            : 'none'
        const text = element.tagName === 'text' ? JSON.stringify(element.textContent) : ''
        if (element.tagName === 'text' ? text === '""' : fill === 'none' && stroke === 'none') return []
        const box = element.getBoundingClientRect()
        const place = [box.left - origin.left, box.top - origin.top, box.width, box.height].map(Math.round)
        const dash = style.strokeDasharray === 'none' ? '' : ` dash ${style.strokeDasharray}`
        return [
          `${element.tagName} ${text || `${fill.replace(/url\(.*\)/, 'pattern')} / ${stroke}${dash}`} at ${place.join(' ')}`
        ]
      })
    return lines
  }, figure)

const TOLERANCE = 4

/** What a line shows, and where. */
function partsOf(line: string): { what: string; place: number[] } {
  const [what = '', place = ''] = line.split(/ at (?=[-\d ]+$)/)
  return { what, place: place.split(' ').map(Number) }
}

/** Whether two lines show the same within a few pixels. */
function isSame(line: string, other: string): boolean {
  const [one, known] = [partsOf(line), partsOf(other)]
  return (
    one.what === known.what &&
    one.place.every((pixels, at) => Math.abs(pixels - (known.place[at] ?? Number.NaN)) <= TOLERANCE)
  )
}

/** The lines that differ, as a reader of a diff knows them. */
const differences = (drawn: readonly string[], known: readonly string[]): string[] =>
  Array.from({ length: Math.max(drawn.length, known.length) }, (_, at) => at).flatMap(at =>
    drawn[at] !== undefined && known[at] !== undefined && isSame(drawn[at], known[at])
      ? []
      : [
          ...(known[at] === undefined ? [] : [`- ${known[at]}`]),
          ...(drawn[at] === undefined ? [] : [`+ ${drawn[at]}`])
        ]
  )

let script = ''
test.beforeAll(async () => {
  script = await drawingScript()
})

for (const output of OutputName.options) {
  const kind = drawnKinds[output]
  if (kind.is !== 'figure') continue
  test(`${output} looks as it did`, async ({ page }) => {
    await page.setContent(
      `<style>@font-face{font-family:Inter;font-weight:400 600;src:url(data:font/woff2;base64,${font}) format('woff2')}body{margin:0;font-family:Inter}</style><div id="plot">Inter</div>`
    )
    await page.evaluate(() => document.fonts.ready)
    await page.addScriptTag({ content: script })
    const drawn: string[] = []
    for (const [name, answerOf] of pictureSets) {
      const view = chartViewOf(answerOf(output), PERIOD)
      const absence = kind.absence?.(view) ?? null
      drawn.push(`# ${name}`)
      if (absence !== null) {
        drawn.push(`not drawn: ${absence}`)
        continue
      }
      drawn.push(...(await describePicture(page, drawFigure(view, { ...drawContext, intervals: true }))))
      expect(await faintMarks(page), name).toEqual([])
    }
    const file = join(folder, `${output}.txt`)
    if (isUpdate) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, `${drawn.join('\n')}\n`)
    }
    const known = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(differences(drawn, known), `differences from ${file}`).toEqual([])
  })
}
