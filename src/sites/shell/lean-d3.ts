// Removes the parts of plotly's own d3 that only other chart types, maps and files need: more than half of it.

/** Layouts, geometry, shapes, zooming, dates, data files, random numbers. */
const UNUSED_D3_PARTS =
  'layout|geom|svg|dsv|csv|tsv|nest|time|random|behavior_zoom|behavior\\.zoom|interpolateZoom'
/** `d3.svg.arc` and `d3_svg_arcRadius`, but not `d3_timer`. */
const UNUSED_D3_NAME = `d3[._](?:${UNUSED_D3_PARTS})(?![a-z])`

interface Span {
  start: number
  end: number
}

interface Statement extends Span {
  /** A function's name. */
  id?: Span | null
  /** An assignment, or a call. */
  expression?: Span & { left?: Span }
  declarations?: { id: Span }[]
}

/** d3 is one function that defines and assigns its parts one by one: `!function() { … }.apply(self)`. */
interface Program {
  body: [{ expression: { argument: { callee: { object: { body: { body: Statement[] } } } } } }]
}

/** Removes these parts from d3. Throws if the rest still refers to one of them. */
export function leanD3(code: string, parse: (code: string) => unknown): string {
  const [whole] = (parse(code) as Program).body
  const begins = new RegExp(`^${UNUSED_D3_NAME}`)
  const isPart = ({ id, expression, declarations }: Statement): boolean => {
    const subject = id ?? expression?.left ?? expression ?? declarations?.[0]?.id
    return subject !== undefined && begins.test(code.slice(subject.start, subject.end))
  }
  const lean = whole.expression.argument.callee.object.body.body
    .filter(isPart)
    .toReversed()
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
  const needed = new RegExp(`\\b${UNUSED_D3_NAME}`).exec(lean)
  if (needed) throw new Error(`The rest of d3 still needs ${needed[0]}.`)
  return lean
}
