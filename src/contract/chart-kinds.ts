// Every kind of chart. A new one is a record here, its drawing in src/browser/charts/kinds and a line each in src/browser/charts/drawn-kinds.ts and
// src/browser/charts/drawings.ts; a missing one is a type error. The server gives each programme its tabs when it starts.

interface ChartKind {
  /** The name of its tab. */
  tab: string
  /** The charts that offer it: all, those of several series, of proportions and rates, or of projects with enough periods. */
  offeredBy: 'every chart' | 'charts in parts' | 'charts of counts' | 'charts over eight periods'
  /** Whether it draws every series of the chart, or the chosen one. */
  series: 'chosen' | 'all'
  /** Whether it draws every period, or the chosen one. */
  periods: 'chosen' | 'all'
  /** Whether the averages of the others can be switched on and off in it. */
  averages: 'switched' | 'none'
  /** The explorer, by its address, that opens on this kind of chart instead of the first. */
  opensIn?: string
}

const plainKind = {
  offeredBy: 'every chart',
  series: 'chosen',
  periods: 'chosen',
  averages: 'switched'
} as const

export const chartKinds = {
  bar_ranked: { ...plainKind, tab: 'Ranked' },
  funnel: { ...plainKind, tab: 'Funnel', offeredBy: 'charts of counts', averages: 'none' },
  control: {
    ...plainKind,
    tab: 'Control chart',
    offeredBy: 'charts over eight periods',
    periods: 'all',
    averages: 'none'
  },
  box: { ...plainKind, tab: 'Spread' },
  distribution: { ...plainKind, tab: 'Distribution' },
  trend: { ...plainKind, tab: 'Trend', periods: 'all', opensIn: 'trends' },
  stacked: {
    ...plainKind,
    tab: 'Composition',
    offeredBy: 'charts in parts',
    series: 'all',
    averages: 'none'
  },
  own_submissions: { ...plainKind, tab: 'Organisation', periods: 'all' },
  table: { ...plainKind, tab: 'Table' },
  text: { ...plainKind, tab: 'Text' }
} satisfies Record<string, ChartKind>

/** The kinds in the order of their tabs. */
export const chartKindNames = Object.keys(chartKinds) as [
  keyof typeof chartKinds,
  ...(keyof typeof chartKinds)[]
]

export const chartKind = (name: keyof typeof chartKinds): ChartKind => chartKinds[name]
