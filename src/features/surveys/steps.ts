// Where in the survey one is, as the address has it: ?part=2, ?part=review, and the question that a link leads to.
import { navigate } from 'wouter/use-browser-location'
import { firstOpenPart, isAsked, type Part } from './parts.ts'

export type Step = { is: 'part'; part: Part; number: number; of: number } | { is: 'review' }

/** The step that an address names; null where it names none that is asked. */
export function stepIn(search: string, parts: readonly Part[]): Step | null {
  const named = new URLSearchParams(search).get('part')
  if (named === 'review') return { is: 'review' }
  const part = parts[Number(named) - 1]
  const asked = parts.filter(isAsked)
  return part !== undefined && isAsked(part)
    ? { is: 'part', part, number: asked.indexOf(part) + 1, of: asked.length }
    : null
}

/** The question that a link of the review page leads to. */
export const cellIn = (search: string): string | null => new URLSearchParams(search).get('cell')

/** The address of a part, or of one of its questions. Parts keep their number when others come and go. */
export function partQuery(parts: readonly Part[], part: Part | 'review', cell?: string): string {
  const query = new URLSearchParams({ part: part === 'review' ? 'review' : String(parts.indexOf(part) + 1) })
  if (cell !== undefined) query.set('cell', cell)
  return `?${query.toString()}`
}

/** Where somebody comes in: at what is left, or at the review when nothing is. */
export function entryQuery(parts: readonly Part[], isEverythingAnswered: boolean): string {
  return partQuery(parts, isEverythingAnswered ? 'review' : (firstOpenPart(parts) ?? 'review'))
}

export function goTo(query: string, options: { replace?: boolean } = {}): void {
  navigate(location.pathname + query, options)
}

/** The part before or after another among those that are asked; null at either end. */
export function neighbour(parts: readonly Part[], part: Part, by: 1 | -1): Part | null {
  const asked = parts.filter(isAsked)
  return asked[asked.indexOf(part) + by] ?? null
}
