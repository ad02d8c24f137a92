// What the benchmarks print at their end: each figure beside its target and the last run's, with a verdict, and the same as JSON in
// .cache/bench, where the next run finds it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE_MS } from '#lib/time/clock.ts'
import { table } from './figures.ts'

const FOLDER = '.cache/bench'

export interface Figure {
  what: string
  value: number
  /** At most this much; a figure without a target is only told. */
  target?: number
  /** Columns beside it, for people only. */
  details?: Readonly<Record<string, string | number>>
}

interface Run {
  finishedAt: string
  figures: Pick<Figure, 'what' | 'value' | 'target'>[]
}

const MAX_MS = 8 * MINUTE_MS
const begun = performance.now()
const leftOut = new Set<string>()

/**
 * Whether a measurement may begin: a benchmark ends within eight minutes, however busy the machine is. `takesMs` is what the measurement may take.
 * What there is no time for is named at the end.
 */
export function mayBegin(what: string, takesMs = MINUTE_MS): boolean {
  const hasTime = performance.now() - begun + takesMs < MAX_MS
  if (!hasTime) leftOut.add(what)
  return hasTime
}

const verdictOn = ({ value, target }: Figure): string =>
  target === undefined ? '' : value <= target ? 'met' : 'missed'

/** Prints the figures and keeps them for the next run, together with those of earlier runs that this one left out. */
export function reportFigures(
  bench: string,
  unit: string,
  figures: readonly Figure[],
  now = new Date()
): void {
  const path = join(FOLDER, `${bench}.json`)
  const last = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Run) : null
  const before = new Map(last?.figures.map(figure => [figure.what, figure]))
  console.log(
    table(
      figures.map(figure => ({
        what: figure.what,
        [unit]: figure.value.toFixed(1),
        target: figure.target ?? '',
        verdict: verdictOn(figure),
        'last run': before.get(figure.what)?.value.toFixed(1) ?? '',
        ...figure.details
      }))
    )
  )
  for (const { what, value, target } of figures)
    before.set(what, { what, value, ...(target !== undefined && { target }) })
  mkdirSync(FOLDER, { recursive: true })
  const run: Run = { finishedAt: now.toISOString(), figures: [...before.values()] }
  writeFileSync(path, `${JSON.stringify(run, null, 2)}\n`)
  console.log(`\nWritten to ${path}.`)
  if (leftOut.size > 0)
    console.log(`Left out, to end within eight minutes (--only chooses): ${[...leftOut].join(', ')}.`)
}

/** The parts that `--only a,b` names; all of them without it. */
export function chosenParts<Part extends string>(
  all: readonly Part[],
  only: string | undefined
): ReadonlySet<Part> {
  if (only === undefined) return new Set(all)
  const named = only.split(',')
  const unknown = named.filter(name => !all.some(part => part === name))
  if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(', ')}. There are ${all.join(', ')}.`)
  return new Set(all.filter(part => named.includes(part)))
}
