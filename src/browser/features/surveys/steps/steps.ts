// The current step in the address: ?part=2 or ?part=review, and the question that a link leads to.

import { navigate } from 'wouter/use-browser-location'
import { askedCells, isPartAsked, isTouched, resumePoint, type SurveyPart } from './parts.ts'

export type SurveyStep =
  | {
      is: 'part'
      part: SurveyPart
      number: number
      of: number
      /** The question in the address. */
      cell: string | null
      /** Whether a single answer is edited from the review, to which it returns. */
      isFromReview: boolean
    }
  | { is: 'review' }

/** The step in an address; null if it is missing or hidden. */
export function stepIn(search: string, parts: readonly SurveyPart[]): SurveyStep | null {
  const named = new URLSearchParams(search).get('part')
  if (named === 'review') return { is: 'review' }
  const part = parts[Number(named) - 1]
  const asked = parts.filter(isPartAsked)
  if (part === undefined || !isPartAsked(part)) return null
  const isFromReview = new URLSearchParams(search).get('then') === 'review'
  const number = asked.indexOf(part) + 1
  return { is: 'part', part, number, of: asked.length, cell: cellInSearch(search), isFromReview }
}

/** The question that a link from the review page leads to. */
export const cellInSearch = (search: string): string | null => new URLSearchParams(search).get('cell')

/**
 * The address of a part or of one of its questions. Parts keep their numbers when others are hidden or
 * shown.
 */
export function partQuery(
  parts: readonly SurveyPart[],
  part: SurveyPart | 'review',
  cell?: string,
  then?: 'review'
): string {
  const query = new URLSearchParams({ part: part === 'review' ? 'review' : String(parts.indexOf(part) + 1) })
  if (cell !== undefined) query.set('cell', cell)
  if (then !== undefined) query.set('then', then)
  return `?${query.toString()}`
}

/** The step to start at: the question where the respondent stopped, or the review. */
export function entryQuery(parts: readonly SurveyPart[]): string {
  const point = resumePoint(parts)
  if (point === null) return partQuery(parts, 'review')
  // A survey starts at the heading of its first part.
  const isStart = !parts.some(part =>
    askedCells(part).some(({ key }) => isTouched(part.engine.store.get(key)))
  )
  return partQuery(parts, point.part, isStart ? undefined : point.key)
}

export function goTo(query: string, options: { replace?: boolean } = {}): void {
  navigate(location.pathname + query, options)
}

/** The visible part before or after another; null at either end. */
export function neighbour(parts: readonly SurveyPart[], part: SurveyPart, by: 1 | -1): SurveyPart | null {
  const asked = parts.filter(isPartAsked)
  return asked[asked.indexOf(part) + by] ?? null
}
