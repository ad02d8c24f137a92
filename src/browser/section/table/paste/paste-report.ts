// What became of a block of values, and the questions that come before one is entered.

import { countOf, formatCount } from '#lib/format.ts'

export interface Misfit {
  place: string
  text: string
  reason: string
}

export interface PasteReport {
  done: 'pasted' | 'filled'
  pasted: number
  notPossible: number
  misfits: Misfit[]
  /** Reverts this paste, whatever was typed since, and returns to its first cell. */
  undo: () => void
}

/** A block with more rows than its table takes: nothing is pasted before the user has been told. */
export interface OversizedPaste {
  /** Rows below the last possible one, of how many on the clipboard. */
  excessRows: number
  allRows: number
  mostRows: number
  /** Pastes the rows that fit. */
  paste: () => PasteReport
}

export type PasteOutcome = PasteReport | OversizedPaste

/** Why a block is not pasted yet. */
export const excessText = ({ excessRows, allRows, mostRows }: OversizedPaste): string =>
  `The table takes at most ${countOf(mostRows, 'row')}. ${formatCount(excessRows)} of the ${formatCount(allRows)} rows on the clipboard would be below the last one.`
