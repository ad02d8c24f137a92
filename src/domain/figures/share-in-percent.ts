import { RELIABLE_DIGITS } from './decimals.ts'

/** A share in whole per cent, as `figureText` rounds it: '38%'. Needs none of the code that formats figures of charts. */
export const shareInPercent = (part: number, whole: number): string =>
  `${Math.round(Number(((100 * part) / whole).toPrecision(RELIABLE_DIGITS)))}%`
