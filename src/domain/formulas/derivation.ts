// Derived state of a section: calculated values and visibility. The plan is made once per section; a change
// then recalculates only what depends on it.

import type { CellValue, Question } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { isCalculated } from '#domain/answers/question-types.ts'
import { compile, type Expression, type Lookup, type Reference } from './expression.ts'

export type DerivedQuestion = Pick<
  Question,
  'question_id' | 'row_id' | 'column_id' | 'question_type' | 'expression' | 'visible_if'
>

interface DerivedCell {
  key: string
  expression: Expression | null
  visibleIf: Expression | null
  lookup: Lookup
}

/** The input and output of a derivation: answers in, calculated values and visibility out. */
export interface DerivedState {
  /** The answer's value; null if it is blank, not applicable or not available. */
  answerOf: (key: string) => CellValue
  calculated: Map<string, CellValue>
  hidden: Set<string>
}

export interface DerivationPlan {
  /** Derives every cell with an expression or a rule, in order, into `state.calculated` and `state.hidden`. */
  deriveAll: (state: DerivedState) => void
  /** Derives what depends on the changed cells. Returns the keys whose value or visibility has changed. */
  deriveAfter: (state: DerivedState, changed: readonly string[]) => string[]
  keysOf: (reference: Reference) => readonly string[]
  /** The cells that a calculated one depends on, in reading order. */
  sourcesOf: (key: string) => readonly string[]
  /** Expressions that cannot be used, with the error's position. Their cells stay blank and visible. */
  faults: { key: string; message: string }[]
}

/** Plans a section's derivations. Cells that depend on themselves are left out and reported. */
export function planDerivation(questions: readonly DerivedQuestion[]): DerivationPlan {
  const places = new Map<number, string[]>()
  for (const question of questions) addTo(places, question.question_id, cellKey(question))
  const keysOf = (reference: Reference): readonly string[] => cellsAt(reference, places)
  const faults: DerivationPlan['faults'] = []
  let current: DerivedState | null = null
  const nodes = new Map<string, DerivedCell>()
  for (const question of questions) {
    const key = cellKey(question)
    const compiled = (text: string | null): Expression | null => {
      if (text === null || text.trim() === '') return null
      const result = compile(text)
      if (!result.ok)
        faults.push({ key, message: `${result.error.message} (character ${result.error.at + 1})` })
      return result.ok ? result.value : null
    }
    const expression = isCalculated(question) ? compiled(question.expression) : null
    const visibleIf = compiled(question.visible_if)
    if (expression === null && visibleIf === null) continue
    nodes.set(key, {
      key,
      expression,
      visibleIf,
      lookup: reference => keysOf(reference).map(cell => effectiveValue(current, nodes, cell))
    })
  }
  const dependents = new Map<string, string[]>()
  for (const node of nodes.values()) {
    for (const key of new Set(cellReferences(node).flatMap(keysOf))) addTo(dependents, key, node.key)
  }
  const { order, cyclic } = evaluationOrder([...nodes.keys()], dependents)
  for (const key of cyclic) {
    faults.push({ key, message: 'This cell depends on itself, directly or through others.' })
    nodes.delete(key)
  }
  const rank = new Map(order.map((key, index) => [key, index]))
  const derive = (state: DerivedState, keys: readonly string[]): string[] => {
    current = state
    return keys.filter(key => hasDerivedChange(state, nodes.get(key)))
  }
  return {
    faults,
    keysOf,
    sourcesOf: key => [...new Set((nodes.get(key)?.expression?.references ?? []).flatMap(keysOf))],
    deriveAll: state => void derive(state, order),
    deriveAfter: (state, changed) =>
      derive(
        state,
        affectedBy(changed, dependents)
          .filter(key => rank.has(key))
          .toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
      )
  }
}

/** In place: one question may have thousands of cells. */
function addTo<Key>(lists: Map<Key, string[]>, key: Key, value: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

const cellReferences = (node: DerivedCell): Reference[] => [
  ...(node.expression?.references ?? []),
  ...(node.visibleIf?.references ?? [])
]

function cellsAt(reference: Reference, places: Map<number, string[]>): readonly string[] {
  const all = places.get(reference.question_id) ?? []
  if (reference.row_id === null || reference.column_id === null) return all
  const key = cellKey({
    question_id: reference.question_id,
    row_id: reference.row_id,
    column_id: reference.column_id
  })
  return all.includes(key) ? [key] : []
}

/**
 * A hidden cell counts as blank: a cell that does not apply is not part of sums and does not show other
 * cells.
 */
function effectiveValue(state: DerivedState | null, nodes: Map<string, DerivedCell>, key: string): CellValue {
  if (state === null || state.hidden.has(key)) return null
  return nodes.get(key)?.expression ? (state.calculated.get(key) ?? null) : state.answerOf(key)
}

function hasDerivedChange(state: DerivedState, node: DerivedCell | undefined): boolean {
  if (node === undefined) return false
  const wasHidden = state.hidden.has(node.key)
  const isHidden = node.visibleIf !== null && !node.visibleIf.holds(node.lookup)
  if (isHidden) state.hidden.add(node.key)
  else state.hidden.delete(node.key)
  if (node.expression === null) return wasHidden !== isHidden
  const before = state.calculated.get(node.key) ?? null
  const after = node.expression.value(node.lookup)
  state.calculated.set(node.key, after)
  return wasHidden !== isHidden || before !== after
}

function affectedBy(changed: readonly string[], dependents: Map<string, string[]>): string[] {
  const found = new Set<string>()
  const waiting = [...changed]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    for (const dependent of dependents.get(key) ?? []) {
      if (found.has(dependent)) continue
      found.add(dependent)
      waiting.push(dependent)
    }
  }
  return [...found]
}

/** Topological order (Kahn). Keys without an order are in a cycle or depend on one. */
export function evaluationOrder(
  keys: readonly string[],
  dependents: ReadonlyMap<string, readonly string[]>
): { order: string[]; cyclic: string[] } {
  const waits = new Map(keys.map(key => [key, 0]))
  const each = (key: string, change: number): string[] =>
    (dependents.get(key) ?? []).filter(dependent => {
      const count = (waits.get(dependent) ?? 0) + change
      if (waits.has(dependent)) waits.set(dependent, count)
      return waits.has(dependent) && count === 0
    })
  for (const key of keys) each(key, 1)
  const order: string[] = []
  const ready = keys.filter(key => waits.get(key) === 0)
  for (let key = ready.shift(); key !== undefined; key = ready.shift()) {
    order.push(key)
    ready.push(...each(key, -1))
  }
  const ordered = new Set(order)
  return { order, cyclic: keys.filter(key => !ordered.has(key)) }
}
