// What the benchmarks print at their end: each figure beside its target and the last run's, with a verdict, and the same as JSON in
// .cache/bench, where the next run finds it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
