import type { CellAnswer } from './cell-rules.ts'

/** Equal answers are no conflict and need no write. The order of chosen options does not matter. */
export function isSameAnswer(one: CellAnswer, other: CellAnswer): boolean {
  if (one.is_not_applicable !== other.is_not_applicable || one.is_not_available !== other.is_not_available)
    return false
  if (!Array.isArray(one.value) || !Array.isArray(other.value)) return one.value === other.value
  const ids = new Set(other.value)
  return one.value.length === other.value.length && one.value.every(id => ids.has(id))
}
