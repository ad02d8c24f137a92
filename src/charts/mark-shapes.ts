// The shapes of verdicts, so that they are told apart without colour: a diamond is better, a triangle worse, a circle similar; where neither end is
// better, triangles point up and down. Filled is plain, open is probable.
import type { Shape } from 'plotly.js'
import { plotHeight, type ChartTheme, type DrawContext, type Margin } from './figure.ts'
import type { ChartEntry } from './chart-view.ts'
import type { GivenVerdict } from './verdicts.ts'

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
export const markOf = ({
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

/** plotly's names of the same shapes. */
export const markSymbol = ({ verdict, certainty }: GivenVerdict) =>
  certainty === 'plainly' ? symbols[verdict] : (`${symbols[verdict]}-open` as const)

/** Thinner bars have no room for marks of their own. */
const MIN_STEP = 5
const RADIUS = 4
/** From the foot of the bars to the middle of their marks. */
const BELOW = 9

/** Whether there is a verdict to mark and room for marks. */
export const hasMarks = (bars: readonly ChartEntry[], step: number): boolean =>
  step >= MIN_STEP && bars.some(entry => entry.verdict !== null)

/** A mark below each bar that has a verdict: one path for each kind of mark, however many bars there are. */
export function verdictMarks(
  bars: readonly ChartEntry[],
  step: number,
  context: DrawContext,
  margin: Margin
): Partial<Shape>[] {
  if (!hasMarks(bars, step)) return []
  const radius = Math.min(RADIUS, step / 2 - 0.4)
  const height = plotHeight(context, margin)
  const groups = Map.groupBy(
    bars.flatMap((entry, at) => (entry.verdict === null ? [] : [{ given: entry.verdict, at }])),
    ({ given }) => markSymbol(given) + given.verdict
  )
  return [...groups.values()].map(marks => {
    const { given } = marks[0]!
    const { outline, isFilled } = markOf(given)
    const colour = markColour(given, context.theme)
    const path = marks.map(({ at }) => {
      const points = outline.map(
        ([x, y]) => `${(at + (x * radius) / step).toFixed(4)},${((y * radius - BELOW) / height).toFixed(5)}`
      )
      return `M${points.join('L')}Z`
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
