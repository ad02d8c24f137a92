// Throws at a statement that could read or write the rows of more than one programme. The statement is parsed by PostgreSQL's own parser,
// so that it makes no difference whether the query builder or a template wrote it.

import type { ProgrammeSource } from './programme-operands.ts'
import { boundTables, type Binding } from './table-bindings.ts'

const known = new Map<string, Binding>()

function bindingOf(statement: string): Binding {
  const seen = known.get(statement)
  if (seen) return seen
  const binding = boundTables(statement)
  known.set(statement, binding)
  return binding
}

/** Throws unless every table that a statement names is bound to one and the same programme. */
export function requireOneProgramme(statement: string, parameters: readonly unknown[]): void {
  const { faults, sources } = bindingOf(statement)
  const programmes = [...new Set(sources.flatMap(source => programmesOf(source, parameters)))]
  const all = programmes.length > 1 ? [...faults, `programmes ${programmes.join(' and ')}`] : faults
  if (all.length > 0) throw new Error(`Not bound to one programme: ${all.join('; ')}. In: ${statement}`)
}

function programmesOf(source: ProgrammeSource, parameters: readonly unknown[]): number[] {
  if (source.kind === 'constant') return [source.value]
  const value = parameters[source.parameter - 1]
  if (source.kind === 'parameter') return [Number(value)]
  return (JSON.parse(String(value)) as { programme_id?: number }[]).map(row => row.programme_id ?? Number.NaN)
}
