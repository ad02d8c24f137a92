// Detects an outlier against the last figure and the peers, and describes it in one sentence (product 23.1).

import { capitalise } from '#lib/text/capitalised.ts'
import { formatNumber } from './number-input.ts'

export interface OutlierRequest {
  /** The current value of the cell. */
  value: number
  /** The own figure of the previous period. */
  last: number | null
  /** 'last year', or 'last time' if periods are not years. */
  lastName: string
  /** Formats a figure as the cell does. */
  formatFigure?: (figure: number) => string
  /** The peers' figures of the previous period; null if they may not be shown. */
  peers: {
    n: number | null
    minimum: number | null
    Q1: number | null
    Q3: number | null
    maximum: number | null
  } | null
}

/** With fewer peers than this, nothing can be said about what is usual. */
const MIN_PEERS = 5
/** How close a ratio must be to a power of ten, in powers of ten: 0.08 covers 0.083 to 0.12. */
const TOLERANCE = 0.08

const typingErrors: Record<number, { words: string; question: string }> = {
  [-3]: { words: 'A thousandth of', question: 'A different unit?' },
  [-2]: { words: 'A hundredth of', question: 'Two digits missing, or a different unit?' },
  [-1]: { words: 'A tenth of', question: 'A digit missing?' },
  1: { words: 'Ten times', question: 'An extra digit?' },
  2: { words: 'A hundred times', question: 'Two extra digits, or a different unit?' },
  3: { words: 'A thousand times', question: 'A different unit?' }
}

/**
 * 'A tenth of last year’s 498 and below every peer. A digit missing?'; null if the figure is not an outlier. An outlier is less than
 * half or more than twice the last one, has changed its sign, or is beyond every peer and beyond the usual fence of
 * one and a half times the middle half's width. If single peers are not disclosed, the fence alone decides.
 */
export function describeOutlier({
  value,
  last,
  lastName,
  peers,
  formatFigure = formatNumber
}: OutlierRequest): string | null {
  const change = last === null ? null : changeFinding(value, last, `${lastName}’s ${formatFigure(last)}`)
  const side = peers === null ? null : peerSide(value, peers)
  if (change === null) return side === null || !side.isFar ? null : `${capitalise(side.words)}.`
  const words = side === null ? change.words : `${change.words} and ${side.words}`
  return change.question === null ? `${words}.` : `${words}. ${change.question}`
}

interface ChangeText {
  words: string
  question: string | null
}

function changeFinding(value: number, last: number, former: string): ChangeText | null {
  if (value === last || last === 0) return null
  if (value === 0) return { words: `Zero, after ${former}`, question: null }
  if (Math.sign(value) !== Math.sign(last))
    return { words: `Opposite sign to ${former}`, question: 'Missing or extra minus sign?' }
  const ratio = value / last
  const slip = typingErrors[Math.round(Math.log10(ratio))]
  if (slip !== undefined && Math.abs(Math.log10(ratio) - Math.round(Math.log10(ratio))) < TOLERANCE)
    return { words: `${slip.words} ${former}`, question: slip.question }
  if (ratio < 0.5)
    return { words: `Less than ${ratio < 0.25 ? 'a quarter' : 'half'} of ${former}`, question: null }
  return ratio > 2
    ? { words: `More than ${ratio > 4 ? 'four times' : 'twice'} ${former}`, question: null }
    : null
}

function peerSide(
  value: number,
  peers: NonNullable<OutlierRequest['peers']>
): { words: string; isFar: boolean } | null {
  const { n, minimum, Q1, Q3, maximum } = peers
  if (n === null || n < MIN_PEERS || Q1 === null || Q3 === null) return null
  const fence = 1.5 * (Q3 - Q1)
  if (minimum === null || maximum === null) {
    if (value < Q1 - fence) return { words: 'far below the middle half of the peers', isFar: true }
    return value > Q3 + fence ? { words: 'far above the middle half of the peers', isFar: true } : null
  }
  if (value < minimum) return { words: 'below every peer', isFar: value < Q1 - fence }
  return value > maximum ? { words: 'above every peer', isFar: value > Q3 + fence } : null
}
