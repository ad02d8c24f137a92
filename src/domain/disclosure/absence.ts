// Why a set of others' figures is not shown. The server decides it once; every screen, export and print says it in the words of one function.

import type { Absence } from '#contract/chart-data.ts'

export interface NamedSet {
  /** Whether others' figures of the period are not published to this reader. */
  isHidden: boolean
  isHeldBack: boolean
  valueCount: number
  /** Other organisations with a value. */
  organisations: number
  minimumCount: number
}

export function absenceInNamed({
  isHidden,
  isHeldBack,
  valueCount,
  organisations,
  minimumCount
}: NamedSet): Absence | null {
  if (!isHeldBack) return null
  if (isHidden) return 'not_published'
  if (valueCount === 0) return 'none'
  return organisations < minimumCount ? 'too_few' : 'too_close'
}

export const absenceInStrict = (
  isPublished: boolean,
  isHeldBack: boolean
): Extract<Absence, 'not_shown' | 'not_published'> | null =>
  isHeldBack ? (isPublished ? 'not_shown' : 'not_published') : null
