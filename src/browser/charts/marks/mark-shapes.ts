// The shapes of verdicts, which differ without colour: a diamond is better, a triangle worse, a circle similar. If neither end is better, triangles
// point up and down. Filled means plainly, open probably.

import type { Shape } from 'plotly.js'
import type { ChartEntry } from '#browser/charts/view/chart-view.ts'
import { plotHeight, type ChartTheme, type DrawContext, type Margin } from '#browser/charts/view/figure.ts'
import type { GivenVerdict } from '#browser/charts/words/claims.ts'
import { groupBy } from '#lib/group-by.ts'

type Point = readonly [x: number, y: number]

const circle: readonly Point[] = Array.from({ length: 16 }, (_, at) => {
  const angle = (at * Math.PI) / 8
  return [0.85 * Math.cos(angle), 0.85 * Math.sin(angle)] as const
})
const outlines: Record<GivenVerdict['verdict'], readonly Point[]> = {
  better: [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0]
  ],
  worse: [
    [0, 0.95],
    [1, -0.85],
    [-1, -0.85]
  ],
  higher: [
    [0, 0.95],
    [1, -0.85],
    [-1, -0.85]
  ],
  lower: [
    [0, -0.95],
    [1, 0.85],
    [-1, 0.85]
  ],
  similar: circle
}

/** An outline within −1 and 1, y upwards. */
export const verdictShape = ({
  verdict,
  certainty
}: GivenVerdict): { outline: readonly Point[]; isFilled: boolean } => ({
  outline: outlines[verdict],
  isFilled: certainty === 'plainly'
})

export const markColour = ({ verdict }: GivenVerdict, theme: ChartTheme): string =>
  ({ better: theme.ok, worse: theme.bad, higher: theme.ink2, lower: theme.ink2, similar: theme.ink3 })[
    verdict
  ]

const symbols = {
  better: 'diamond',
  worse: 'triangle-up',
  higher: 'triangle-up',
  lower: 'triangle-down',
  similar: 'circle'
} as const

/** plotly's name of the same shape. */
export const markSymbol = ({ verdict, certainty }: GivenVerdict) =>
  certainty === 'plainly' ? symbols[verdict] : (`${symbols[verdict]}-open` as const)

/** Thinner bars have no space for a mark each. */
const MIN_STEP = 5
/** A run of thin bars with the same verdict has one mark if it is at least this wide. */
const MIN_RUN = 11
const RADIUS = 4
/** Pixels from the foot of the bars to the middle of their marks. */
const BELOW = 9

export const hasMarks = (bars: readonly ChartEntry[]): boolean => bars.some(entry => entry.verdict !== null)

interface Mark {
  given: GivenVerdict
  /** The first and the last bar that it stands for. */
  from: number
  to: number
}

const isSameVerdict = (one: GivenVerdict, other: GivenVerdict | null): boolean =>
  one.verdict === other?.verdict && one.certainty === other.certainty

/** One for each bar, or for each run of thin bars with the same verdict. */
function barMarks(bars: readonly ChartEntry[], step: number): Mark[] {
  const marks: Mark[] = []
  for (const [at, { verdict: given }] of bars.entries()) {
    const last = marks.at(-1)
    if (given === null) continue
    if (step < MIN_STEP && last?.to === at - 1 && isSameVerdict(given, last.given)) last.to = at
    else marks.push({ given, from: at, to: at })
  }
  return marks.filter(({ from, to }) => step >= MIN_STEP || (to - from + 1) * step >= MIN_RUN)
}

/** Marks of verdicts below the bars: one path for each kind of mark, because many paths are slow. */
export function verdictMarks(
  bars: readonly ChartEntry[],
  step: number,
  context: DrawContext,
  margin: Margin
): Partial<Shape>[] {
  const radius = step < MIN_STEP ? RADIUS : Math.min(RADIUS, step / 2 - 0.4)
  const height = plotHeight(context, margin)
  const groups = groupBy(barMarks(bars, step), ({ given }) => markSymbol(given) + given.verdict)
  return [...groups.values()].map(marks => {
    const { given } = marks[0]!
    const { outline, isFilled } = verdictShape(given)
    const colour = markColour(given, context.theme)
    const path = marks.map(({ from, to }) => {
      const place = ([x, y]: Point, at: number): string =>
        `${(at + (x * radius) / step).toFixed(4)},${((y * radius - BELOW) / height).toFixed(5)}`
      const middle = (from + to) / 2
      // A run is drawn as a line to both sides of its mark.
      const reach = ((to - from) / 2) * (step / radius)
      const ends = [-1, 1].map(side => `M${place([side, 0], middle)}L${place([side * reach, 0], middle)}`)
      return `${reach > 1.5 ? ends.join('') : ''}M${outline.map(point => place(point, middle)).join('L')}Z`
    })
    return {
      type: 'path',
      xref: 'x',
      yref: 'paper',
      layer: 'above',
      path: path.join(''),
      fillcolor: isFilled ? colour : 'rgba(0,0,0,0)',
      line: { color: colour, width: 1.2 }
    }
  })
}
