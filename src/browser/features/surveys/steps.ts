// The current step in the address: ?part=2 or ?part=review, and the question that a link leads to.
import { navigate } from 'wouter/use-browser-location'
import { firstOpenPart, isAsked, type Part } from './parts.ts'

export type Step =
  | {
      is: 'part'
      part: Part
      number: number
      of: number
      /** The question that the address names. */
      cell: string | null
      /** Whether one answer is changed from the review, to which the way leads back. */
      isFromReview: boolean
    }
  | { is: 'review' }

/** The step in an address; null if it is missing or hidden. */
export function stepIn(search: string, parts: readonly Part[]): Step | null {
  const named = new URLSearchParams(search).get('part')
  if (named === 'review') return { is: 'review' }
  const part = parts[Number(named) - 1]
  const asked = parts.filter(isAsked)
  if (part === undefined || !isAsked(part)) return null
  const isFromReview = new URLSearchParams(search).get('then') === 'review'
  const number = asked.indexOf(part) + 1
  return { is: 'part', part, number, of: asked.length, cell: cellIn(search), isFromReview }
}

/** The question that a link from the review page leads to. */
export const cellIn = (search: string): string | null => new URLSearchParams(search).get('cell')

/**
 * The address of a part or of one of its questions. Parts keep their numbers when others are hidden or
 * shown.
 */
export function partQuery(
  parts: readonly Part[],
  part: Part | 'review',
  cell?: string,
  then?: 'review'
): string {
  const query = new URLSearchParams({ part: part === 'review' ? 'review' : String(parts.indexOf(part) + 1) })
  if (cell !== undefined) query.set('cell', cell)
  if (then !== undefined) query.set('then', then)
  return `?${query.toString()}`
}

/** The step to start at: the first with something to do, or the review. */
export function entryQuery(parts: readonly Part[], isEverythingAnswered: boolean): string {
  return partQuery(parts, isEverythingAnswered ? 'review' : (firstOpenPart(parts) ?? 'review'))
}

export function goTo(query: string, options: { replace?: boolean } = {}): void {
  navigate(location.pathname + query, options)
}

/** The visible part before or after another; null at either end. */
export function neighbour(parts: readonly Part[], part: Part, by: 1 | -1): Part | null {
  const asked = parts.filter(isAsked)
  return asked[asked.indexOf(part) + by] ?? null
}
