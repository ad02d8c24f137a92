// What became of a block of values, and the questions that come before one is entered.

import { countOf, formatCount } from '#lib/format.ts'

/** A value that did not fit, or that was entered and is invalid. */
export interface Misfit {
  /** The cell; null outside of the table. */
  key: string | null
  place: string
  text: string
  reason: string
}

export interface PasteReport {
  done: 'pasted' | 'filled'
  pasted: number
  /** Entered, and to be corrected. */
  invalid: Misfit[]
  /** Not entered. */
  misfits: Misfit[]
  /** Answers that blank cells of the block would have cleared; `clear` does so. */
  blanks: { count: number; clear: () => PasteReport } | null
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

/** A heading or row name on the clipboard, and the name in the table; null if there is no single one. */
export interface LabelMatch {
  kind: 'column' | 'row'
  label: string
  name: string | null
  /** It names totals, which are calculated. */
  isTotal: boolean
}

/** A block with headings or row names: nothing is pasted before the user has seen where it goes. */
export interface MatchedPaste {
  match: LabelMatch[]
  paste: () => PasteReport
  /** Pastes everything from the cell on, headings included, as if none had been recognised. */
  pasteInOrder: () => PasteReport | OversizedPaste
}

export type PasteOutcome = PasteReport | OversizedPaste | MatchedPaste

/** Why a block is not pasted yet. */
export const excessText = ({ excessRows, allRows, mostRows }: OversizedPaste): string =>
  `The table takes at most ${countOf(mostRows, 'row')}. ${formatCount(excessRows)} of the ${formatCount(allRows)} rows on the clipboard would be below the last one.`

/** '12 cells pasted, 1 of them invalid; 2 values did not fit.' */
export const pasteText = ({ done, pasted, invalid, misfits }: PasteReport, one = 'cell'): string =>
  `${countOf(pasted, one)} ${done}${invalid.length === 0 ? '' : `, ${formatCount(invalid.length)} of them invalid`}${misfits.length === 0 ? '' : `; ${countOf(misfits.length, 'value')} did not fit`}.`

export const misfitText = ({ text, place, reason }: Misfit): string => `“${text}” at ${place}: ${reason}`
