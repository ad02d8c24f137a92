// The marks of submissions in a chart by their role, and their texts.

import { formatValue, type Measure } from '#browser/charts/labels/measure.ts'
import type { ChartEntry, ChartView, ValueRole } from '#browser/charts/view/chart-view.ts'
import { hoverCard, type ChartTheme, type KeyboardStop } from '#browser/charts/view/figure.ts'
import { intervalText, verdictText } from '#browser/charts/words/claims.ts'

/** The mark for one submission. */
export type RoleMarks = 'bar' | 'dot'

export interface BarStyle {
  fill: string
  outline: string
  width: number
  /** Hatching or dots over the fill. */
  pattern: '' | '/' | '.'
}

/** Mixes two colours, with `share` of the first. */
export function mixColours(first: string, second: string, share: number): string {
  const [a, b] = [channels(first), channels(second)]
  return `rgb(${a.map((channel, index) => Math.round(channel * share + (b[index] ?? 0) * (1 - share))).join(',')})`
}

function channels(colour: string): number[] {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(colour.trim())?.[1]
  if (hex === undefined) return [...colour.matchAll(/[\d.]+/g)].slice(0, 3).map(([digits]) => Number(digits))
  const pairs = hex.length === 3 ? [...hex].map(digit => digit + digit) : (hex.match(/../g) ?? [])
  return pairs.map(pair => Number.parseInt(pair, 16))
}

/** The text colour with the higher contrast on `ground`, by WCAG's relative luminance. */
export function readableTextColour(ground: string, dark: string, light: string): string {
  const on = luminance(ground)
  const contrast = (text: string): number => {
    const of = luminance(text)
    return (Math.max(on, of) + 0.05) / (Math.min(on, of) + 0.05)
  }
  return contrast(dark) >= contrast(light) ? dark : light
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map(channel => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/**
 * Roles differ without colour: the own bar is dark with a dark outline, the own organisation's others are hatched and marked ones dotted, both
 * outlined. If a peer group is chosen, its members are filled and the rest are hollow.
 */
export function barStyles(theme: ChartTheme, isGrouped = false): Record<ValueRole, BarStyle> {
  const middle = mixColours(theme.brand, theme.brandLine, 0.5)
  return {
    own: { fill: theme.brand, outline: theme.ink, width: 1.4, pattern: '' },
    sameOrganisation: { fill: middle, outline: theme.ink2, width: 1, pattern: '/' },
    other: { fill: theme.brandLine, outline: theme.ink2, width: 1, pattern: '.' },
    peer: { fill: middle, outline: theme.lineField, width: 0.8, pattern: '' },
    rest: isGrouped
      ? { fill: theme.surface, outline: theme.lineField, width: 1, pattern: '' }
      : { fill: theme.brandLine, outline: theme.lineField, width: 0.8, pattern: '' }
  }
}

/** Dots differ by shape and outline. */
export interface DotStyle {
  fill: string
  outline: string
  width: number
  size: number
  symbol: 'circle' | 'square' | 'pentagon'
}

export function dotStyle(role: ValueRole, theme: ChartTheme, isGrouped = false): DotStyle {
  const { fill, outline } = barStyles(theme, isGrouped)[role]
  const styles: Record<ValueRole, Omit<DotStyle, 'fill' | 'outline'>> = {
    own: { width: 1.6, size: 13, symbol: 'circle' },
    sameOrganisation: { width: 1.4, size: 9, symbol: 'square' },
    other: { width: 1.4, size: 10, symbol: 'pentagon' },
    peer: { width: 0.6, size: 7, symbol: 'circle' },
    rest: { width: 0.6, size: 7, symbol: 'circle' }
  }
  const isPlain = role === 'peer' || (role === 'rest' && !isGrouped)
  return { ...styles[role], fill, outline: isPlain ? theme.brand : outline }
}

export const isNamedInChart = (role: ValueRole): boolean =>
  role === 'own' || role === 'sameOrganisation' || role === 'other'

/** Named ones last and the own one at the end, so that they are drawn over the others. */
export const sortNamedLast = <T>(drawn: readonly T[], roleOf: (one: T) => ValueRole): T[] => {
  const place = (one: T): number => (roleOf(one) === 'own' ? 2 : Number(isNamedInChart(roleOf(one))))
  return drawn.toSorted((a, b) => place(a) - place(b))
}

const roleSuffixes: Record<ValueRole, string> = {
  own: ', own',
  sameOrganisation: ', own organisation',
  other: ', marked',
  peer: ', in a chosen group',
  rest: ''
}

/** 'Ward 4B, Northfield General', because many wards share a name; the name alone if organisations are not named. */
export const barName = ({ name, organisation }: Pick<ChartEntry, 'name' | 'organisation'>): string =>
  organisation === null ? name : `${name}, ${organisation}`

/** For screen readers: 'Ward 4B, Northfield General, own: 14.8 %, rank 9 of 47'. */
export function entryText(entry: ChartEntry, measure: Measure): string {
  return `${barName(entry)}${roleSuffixes[entry.role]}: ${entryFigure(entry, measure)}`
}

/** A stop whose text is made once it is read aloud: of many, few are. */
export const entryStop = (
  entry: ChartEntry,
  measure: Measure,
  place: Pick<KeyboardStop, 'curve' | 'point'>
): KeyboardStop => ({
  get text() {
    return entryText(entry, measure)
  },
  ...place
})

/** The same in lines, for the label under the pointer. */
export function hoverText(entry: ChartEntry, measure: Measure, ...more: readonly string[]): string {
  const code = entry.code === entry.name || entry.code === '' ? '' : ` · ${entry.code}`
  return hoverCard(
    barName(entry) + code,
    standingText(entry, measure),
    certaintyText(entry, measure),
    entry.note ?? '',
    ...more
  )
}

/** '95% interval 5.6 to 9.1, probably worse'. */
const certaintyText = ({ interval95, verdict }: ChartEntry, measure: Measure): string =>
  [
    interval95 === null ? '' : `95% interval ${intervalText(interval95, measure)}`,
    verdict === null ? '' : verdictText(verdict)
  ]
    .filter(Boolean)
    .join(', ')

/** '14.8%, rank 9 of 47'. */
function standingText(entry: ChartEntry, measure: Measure): string {
  if (entry.isHeldBack) return `not shown, ${entry.reason ?? 'too few cases'}`
  if (entry.value === null) return 'no value'
  const rank = entry.rank === null ? '' : `, rank ${entry.rank} of ${entry.rankOf}`
  return `${formatValue(entry.value, measure)}${rank}`
}

function entryFigure(entry: ChartEntry, measure: Measure): string {
  const note = entry.note === null || entry.note === '' ? '' : ` (${entry.note})`
  return [standingText(entry, measure), certaintyText(entry, measure)].filter(Boolean).join(', ') + note
}

export const markedEntries = ({
  entries,
  heldBack,
  missing
}: Pick<ChartView, 'entries' | 'heldBack' | 'missing'>): ChartEntry[] =>
  [...entries, ...heldBack, ...missing].filter(entry => entry.role === 'other')
