// The sentence above a chart: what it says about the own value, so that nobody has to read it off the bars (product 23.9).
import { countOf, formatCount } from '#lib/format.ts'
import { directionWords, formatDifference, formatValue, looksEqual } from './measure.ts'
import { isCut, type Comparison, type Reading, type Standing } from './reading.ts'

/** A piece of the sentence; strong pieces are set in bold. */
export interface Piece {
  text: string
  isStrong?: boolean
}

export function sentenceOf(reading: Reading): Piece[] {
  const { own, standing } = reading
  if (own && standing) return [...ownPieces(reading, own.name, standing), ...rankPieces(reading, standing)]
  if (own?.isHeldBack) return [{ text: `${own.name}’s value is held back: ${own.reason ?? 'too few cases'}. ` }, ...groupPieces(reading)]
  if (own)
    return [
      { text: `${own.name} has ` },
      { text: 'no value', isStrong: true },
      { text: ` for ${reading.period.time_period_name}. ` },
      ...groupPieces(reading)
    ]
  return groupPieces(reading)
}

export const plainSentence = (reading: Reading): string =>
  sentenceOf(reading)
    .map(piece => piece.text)
    .join('')

function ownPieces({ measure, comparison }: Reading, name: string, standing: Standing): Piece[] {
  const start = [{ text: `${name} has ` }, { text: formatValue(standing.value, measure), isStrong: true }]
  const median = comparison.averages?.Median ?? null
  if (median === null || standing.differenceFromMedian === null) return [...start, { text: '. ' }]
  const of = ` the median of ${others(comparison)} (${formatValue(median, measure)}). `
  if (looksEqual(standing.value, median, measure.decimal_places))
    return [...start, { text: ', ' }, { text: 'the same', isStrong: true }, { text: ` as${of}` }]
  const side = standing.differenceFromMedian > 0 ? 'above' : 'below'
  return [
    ...start,
    { text: ', ' },
    { text: `${formatDifference(standing.differenceFromMedian, measure)} ${side}`, isStrong: true },
    { text: of }
  ]
}

function rankPieces({ measure, comparison, minimumCount }: Reading, standing: Standing): Piece[] {
  const pieces: Piece[] = []
  if (standing.rank !== null) {
    pieces.push({ text: 'It ranks ' }, { text: `${standing.rank} of ${standing.rankOf}`, isStrong: true })
    pieces.push({ text: standing.percentile === null ? '.' : `: higher than ${Math.round(standing.percentile)}\u00a0% of them.` })
  }
  if (!comparison.averages || comparison.averages.is_suppressed)
    pieces.push({ text: ` No averages: they need at least ${minimumCount} values.` })
  else if (directionWords[measure.direction] !== '') pieces.push({ text: ` ${directionWords[measure.direction]}` })
  if (comparison.tooSmallGroup !== null) pieces.push({ text: ` ${comparison.tooSmallGroup} has too few values here to be compared with.` })
  return pieces
}

/** What can be said without an own value. */
function groupPieces({ measure, comparison, minimumCount }: Reading): Piece[] {
  const { averages } = comparison
  if (!averages || averages.n === 0) return [{ text: 'Nobody has a value here yet.' }]
  if (averages.Median === null) return [{ text: `Averages need at least ${minimumCount} values; there are ${averages.n}.` }]
  const start = [{ text: `The median of ${others(comparison)} is ` }, { text: formatValue(averages.Median, measure), isStrong: true }]
  if (averages.Q1 === null || averages.Q3 === null) return [...start, { text: '.' }]
  return [
    ...start,
    { text: `; the middle half lies between ${formatValue(averages.Q1, measure)} and ${formatValue(averages.Q3, measure)}.` }
  ]
}

/** '2,000 of 100,000 shown' where the answer does not list every value, else nothing. */
export function shownWords({ listed }: Reading): string | null {
  return isCut(listed) ? `${formatCount(listed.count)} of ${formatCount(listed.total)} shown` : null
}

/** '46 peers', '46 peers in Medical wards', '31 peers that match the filters'. */
export function others({ n, peerGroupName, isFiltered }: Comparison): string {
  const peers = countOf(n, 'peer')
  if (peerGroupName !== null) return `${peers} in ${peerGroupName}`
  return isFiltered ? `${peers} that match the filters` : peers
}
