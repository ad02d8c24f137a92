// The line and the sentence of each tab of a chart, derived once more from its reply alone: other arithmetic, and none of the code that writes them.

import type { ChartData } from '#contract/chart-data.ts'
import type { ChartValue } from '#contract/chart-values.ts'
import { PERIOD } from './chart-reply.ts'
import { shown, sideOf } from './published-formulas.ts'

const FEWEST = 5

interface Derived {
  lead: string | null
  /** Each is in the sentence of the ranked bars. */
  said: string[]
  /** What the funnel says of the own value; null if it says the same as the ranked bars. */
  funnel: string | null
}

/** The whole sentence of each tab that has one of its own; null if it says the same as the ranked bars. */
type DerivedTabs = Record<'distribution' | 'box' | 'table' | 'trend', string | null>

/** Interpolated between neighbours: the position of a share among n values is (n − 1) × share. */
function quantile(ascending: readonly number[], share: number): number {
  const at = (ascending.length - 1) * share
  const [below, above] = [ascending[Math.floor(at)]!, ascending[Math.ceil(at)]!]
  return below + (above - below) * (at - Math.floor(at))
}

const partsOf = ({ numerator, denominator }: ChartValue) => ({
  numerator: numerator!,
  denominator: denominator!,
  standardDeviation: null
})

/** The own value of a period, and those it is compared with: its peer group, or everyone. */
function valuesIn({ series, peer_groups }: ChartData, period: number) {
  const values = series[0]!.values.filter(one => one.time_period_id === period)
  const group = peer_groups[0]?.peer_group_id
  const peers = values.filter(
    one =>
      !one.is_selected && one.value !== null && (group === undefined || one.peer_group_ids.includes(group))
  )
  return { values, own: values.find(one => one.is_selected)!, peers }
}

const quartilesOf = (peers: readonly ChartValue[]): [Q1: number, median: number, Q3: number] => {
  const ascending = peers.map(peer => peer.value!).toSorted((a, b) => a - b)
  return [quantile(ascending, 0.25), quantile(ascending, 0.5), quantile(ascending, 0.75)]
}

/** Which side of the mean of all peers a value is plainly or probably on; null without a statistic. */
const sideIn = (
  { chart, series }: ChartData,
  value: ChartValue,
  own: ChartValue,
  peers: readonly ChartValue[]
) =>
  chart.statistic === 'none' || chart.statistic === 'mean'
    ? null
    : sideOf(chart.statistic, partsOf(value), {
        others: peers.map(partsOf),
        own: own.value === null ? null : partsOf(own),
        multiplier: series[0]!.multiplier,
        decimals: chart.decimal_places
      })

/** What a chart says first, and in the sentence of its ranked bars, of its newest period. */
export function deriveLead(reply: ChartData): Derived {
  const { chart } = reply
  const { direction, decimal_places: decimals } = chart
  const { own, peers } = valuesIn(reply, PERIOD)
  const n = peers.length
  if (own.value === null) return { lead: null, said: ['no value'], funnel: null }
  if (n < FEWEST) return { lead: 'Not compared', said: [], funnel: null }
  const figure = shown(own.value, decimals)
  const figures = peers.map(peer => shown(peer.value!, decimals))
  const lower = figures.filter(one => one < figure).length
  const higher = figures.filter(one => one > figure).length
  const beaten = direction === 'lower' ? higher : lower
  const place = `rank ${n - beaten - (n - lower - higher) + 1} of ${n + 1}`
  const side = sideIn(reply, own, own, peers)
  const [Q1, median, Q3] = quartilesOf(peers)
  const start =
    side === null
      ? quarterWords(own.value, [Q1, median, Q3], chart)
      : verdictWords(side, direction, lower, higher, n)
  return {
    lead: `${start.charAt(0).toUpperCase()}${start.slice(1)} (${place})`,
    said: [
      `${countWords({ lower, higher, n }, direction)} (${place}${direction === 'neutral' ? ' from the highest' : ''})`,
      `${figure === shown(median, decimals) ? 'the same as' : figure > shown(median, decimals) ? 'above' : 'below'} the median of `,
      ...(side === null ? [] : [`: ${certaintyWord(side)}${sideWord(side, direction)}.`])
    ],
    funnel:
      side === null
        ? null
        : `${own.submission_name} lies ${LIMITS[Math.abs(side)]}, ${certaintyWord(side)}${sideWord(side, direction)}: with `
  }
}

const LIMITS = ['inside the 95% limits', 'outside the 95% limits', 'outside the 99.8% limits']

export function deriveTabs(reply: ChartData): DerivedTabs {
  const { chart, peer_groups } = reply
  const { values, own, peers } = valuesIn(reply, PERIOD)
  const count = peers.length
  const figure = (value: number): string => figureWords(value, chart)
  const group = peer_groups[0]
  const among = `${count} ${count === 1 ? 'peer' : 'peers'}${group ? ` in ${group.peer_group_name}` : ''}`
  const trend = trendWords(reply)
  if (count < FEWEST)
    return { distribution: null, box: absenceWords(count, group?.peer_group_name), table: null, trend }
  const [Q1, median, Q3] = quartilesOf(peers)
  const [low, high] = [shown(Q1, chart.decimal_places), shown(Q3, chart.decimal_places)]
  const place =
    own.value === null
      ? ''
      : ` ${own.submission_name}, at ${figure(own.value)}, is ${placeWords(shown(own.value, chart.decimal_places), low, high)}.`
  const sides = peers.map(peer => sideIn(reply, peer, own, peers))
  return {
    distribution: `The middle half of peers lies between ${figure(Q1)} and ${figure(Q3)}.${place}`,
    box: `The median of ${among} is ${figure(median)}; the middle half is between ${figure(Q1)} and ${figure(Q3)}.${place}`,
    table: sides.includes(null)
      ? null
      : `Of ${among}, ${tableWords(sides as number[], chart.direction)} ${values.length} ${values.length === 1 ? 'submission' : 'submissions'} in total, with and without a value.`,
    trend
  }
}

function absenceWords(count: number, group: string | undefined): string {
  if (count === 0) return group === undefined ? 'No peers have a value.' : `No one in ${group} has a value.`
  return `Too few ${group === undefined ? 'peers' : `in ${group}`} have a value to compare with. At least ${FEWEST} other organisations are required.`
}

function tableWords(sides: readonly number[], direction: Direction): string {
  const words = sides.map(side => sideWord(side, direction))
  const [first, last] = direction === 'neutral' ? ['higher', 'lower'] : ['better', 'worse']
  const count = (word: string | undefined): number => words.filter(one => one === word).length
  return `${count(first)} ${count(first) === 1 ? 'is' : 'are'} ${first} than their mean, ${count('similar')} similar to it and ${count(last)} ${last}.`
}

/** From the oldest to the newest period with an own value. */
function trendWords(reply: ChartData): string | null {
  const { chart, time_periods } = reply
  const known = time_periods
    .filter(({ time_period_id }) => (valuesIn(reply, time_period_id).own?.value ?? null) !== null)
    .toSorted((a, b) => Number(a.time_period_name) - Number(b.time_period_name))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || first === last) return null
  const [from, to] = [first, last].map(one => valuesIn(reply, one.time_period_id).own.value!) as [
    number,
    number
  ]
  const [before, now] = [from, to].map(value => figureWords(value, chart))
  const { peers } = valuesIn(reply, last.time_period_id)
  return [
    `${before === now ? 'Unchanged' : to > from ? 'Up' : 'Down'} from ${before} in ${first.time_period_name} to ${now} in ${last.time_period_name}.`,
    ...(peers.length < FEWEST
      ? []
      : [`The median of peers in ${last.time_period_name} is ${figureWords(quartilesOf(peers)[1], chart)}.`])
  ].join(' ')
}

/** '1,204.0%', '−0.3%'; what rounds to zero has no sign. */
function figureWords(value: number, { decimal_places, unit }: ChartData['chart']): string {
  const size = shown(value, decimal_places)
  const [whole = '', part] = Math.abs(size).toFixed(decimal_places).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${size < 0 ? '−' : ''}${grouped}${part === undefined ? '' : `.${part}`}${unit}`
}

type Direction = ChartData['chart']['direction']

const certaintyWord = (side: number): string => ['', 'probably ', 'plainly '][Math.abs(side)]!

function sideWord(side: number, direction: Direction): string {
  if (side === 0) return 'similar'
  if (direction === 'neutral') return side > 0 ? 'higher' : 'lower'
  return side > 0 === (direction === 'higher') ? 'better' : 'worse'
}

function verdictWords(side: number, direction: Direction, lower: number, higher: number, n: number): string {
  if (side === 0) return 'similar to peers'
  const passed = side > 0 ? lower : higher
  const word = sideWord(side, direction)
  if (passed === n) return `${word} than all ${n} peers`
  return passed > n - passed ? `${word} than ${passed} of ${n} peers` : `${word} than the mean of peers`
}

function quarterWords(
  value: number,
  [Q1, median, Q3]: readonly [number, number, number],
  { direction, decimal_places: decimals }: ChartData['chart']
): string {
  const [figure, low, middle, high] = [value, Q1, median, Q3].map(one => shown(one, decimals)) as [
    number,
    number,
    number,
    number
  ]
  if (figure === middle) return 'equal to the median'
  const lowerEnd = direction === 'neutral' ? '' : direction === 'lower' ? ' (best)' : ' (worst)'
  const upperEnd = direction === 'neutral' ? '' : direction === 'lower' ? ' (worst)' : ' (best)'
  const isInLowerEnd = figure === low ? direction === 'lower' : figure < low
  const isInUpperEnd = figure === high ? direction === 'higher' : figure > high
  if (figure < middle) return isInLowerEnd ? `lower quartile${lowerEnd}` : 'lower middle'
  return isInUpperEnd ? `upper quartile${upperEnd}` : 'upper middle'
}

function countWords(
  { lower, higher, n }: { lower: number; higher: number; n: number },
  direction: Direction
): string {
  const equal = n - lower - higher
  if (equal === n) return `Equal to all ${n} peers`
  const passed = direction === 'lower' ? higher : lower
  const word = direction === 'neutral' ? 'Higher' : 'Better'
  if (passed === n) return `${word} than all ${n} peers`
  return `${word} than ${passed === 0 ? 'none of the' : `${passed} of`} ${n} peers${equal === 0 ? '' : ` and equal to ${equal}`}`
}

function placeWords(figure: number, low: number, high: number): string {
  if (figure < low) return 'below it'
  if (figure > high) return 'above it'
  if (low === high) return 'equal to all of it'
  if (figure === low) return 'at its lower end'
  return figure === high ? 'at its upper end' : 'in it'
}
