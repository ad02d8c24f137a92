// A verdict appears in five places: overview, chart, table, sentence and exported files. All of them agree with the published formulas and with
// each other, in words and marks.

import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { chartCsv } from '#browser/charts/export/csv.ts'
import { DEFAULT_SORT } from '#browser/charts/export/table-rows.ts'
import { chartXlsx } from '#browser/charts/export/xlsx.ts'
import { VerdictLabel } from '#browser/charts/marks/verdict-mark.tsx'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { ValueTable } from '#browser/charts/view/value-table.tsx'
import { pictureTexts } from '#browser/charts/words/picture-texts.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import { overviewRow } from '#browser/features/explorer/overview/overview-row.ts'
import { invariant } from '#lib/invariant.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { briefingFile } from '#tests/support/briefing-pack.ts'
import { wardName, type PartsSet } from '#tests/support/compared-series.ts'
import { breakable, stopTexts } from '#tests/support/draw-context.ts'
import { sideOf } from '#tests/support/published-formulas.ts'
import {
  checkSets,
  comparedIn,
  draw,
  recompute,
  symbolOf,
  traces,
  viewOf
} from '#tests/support/raw-figures.ts'

const RUNS = 70
const ANY = /(?:plainly|probably) (?:better|worse|higher|lower)|similar/

/** 'plainly worse' of a side from −2 to 2; null without a verdict. */
function wordOf(side: number | null, direction: PartsSet['direction']): string | null {
  if (side === null) return null
  if (side === 0) return 'similar'
  const isHigher = side > 0
  const verdict =
    direction === 'neutral'
      ? isHigher
        ? 'higher'
        : 'lower'
      : isHigher === (direction === 'higher')
        ? 'better'
        : 'worse'
  return `${Math.abs(side) === 2 ? 'plainly' : 'probably'} ${verdict}`
}

/** The verdict of the formulas on each ward, by its name. */
function expectedWords(set: PartsSet): Map<string, string | null> {
  const { pooledMean } = recompute(set)
  return new Map(
    set.members.flatMap((parts, at) =>
      parts === null || parts.denominator === 0
        ? []
        : [
            [
              wardName(at + 1),
              wordOf(
                pooledMean === null ? null : sideOf(set.statistic, parts, comparedIn(set)),
                set.direction
              )
            ]
          ]
    )
  )
}

const textOf = (markup: string): string =>
  breakable(markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '))
const found = (text: string): string | null => ANY.exec(text)?.[0] ?? null

function inTable(chartView: ChartView): Map<string, string | null> {
  const markup = renderToStaticMarkup(
    <ValueTable chartView={chartView} averages={[]} sort={DEFAULT_SORT} onSort={() => {}} />
  )
  const rows = markup.split('<tr').slice(2).map(textOf)
  return new Map(rows.map(row => [/Ward \d+/.exec(row)?.[0] ?? '', found(row)]))
}

/** Verdicts by ward, from a file with these two columns. */
function inLines(lines: readonly (readonly string[])[]): Map<string, string | null> {
  const head = lines.find(line => line.includes('Rank') && line.includes('Value')) ?? []
  const [name, verdict] = [head.indexOf('Submission'), head.indexOf('Verdict')]
  return new Map(
    lines
      .slice(lines.indexOf(head) + 1)
      .map(line => [line[name] ?? '', verdict === -1 ? null : found(line[verdict] ?? '')])
  )
}

const inCsv = (chartView: ChartView): Map<string, string | null> =>
  inLines(
    chartCsv(chartView)
      .split('\r\n')
      .map(line => line.split(','))
  )

function inXlsx(chartView: ChartView): Map<string, string | null> {
  const book = readXlsx(chartXlsx(chartView, { recipient: '', link: '', metaData: null }))
  invariant(book.ok, 'The workbook can be read')
  const sheet = book.value.find(({ rows }) =>
    [...rows.values()].some(row => [...row.values()].some(cell => cell.value === 'Rank'))
  )
  invariant(sheet, 'It has a sheet of figures')
  const lines = [...sheet.rows.values()].map(row => {
    const cells: string[] = []
    for (const [at, { value }] of row) cells[at] = String(value)
    return cells
  })
  return inLines(lines)
}

/** Without wards that the place does not list because others are too few. */
const expectSameWords = (said: ReadonlyMap<string, string | null>, expected: Map<string, string | null>) => {
  for (const [name, word] of expected)
    if (said.has(name)) expect([name, said.get(name)]).toEqual([name, word])
  expect(said.has(wardName(1)) || !expected.has(wardName(1))).toBe(true)
}

describe.each(['proportion', 'rate', 'mean'] as const)('%s', statistic => {
  test('overview, chart, table, sentence and files give one verdict', () => {
    const seen = new Set<string | null>()
    checkSets(statistic, RUNS, set => {
      const expected = expectedWords(set)
      const chartView = viewOf(set)
      for (const word of expected.values()) seen.add(word)
      expectSameWords(inTable(chartView), expected)
      expectSameWords(inCsv(chartView), expected)
      expectSameWords(inXlsx(chartView), expected)
      checkChart(set, expected)
      const own = expected.get(wardName(1)) ?? null
      const row = overviewRow(chartView.data, chartView.period.time_period_id)
      expect(row.verdict && textOf(renderToStaticMarkup(<VerdictLabel given={row.verdict} />)).trim()).toBe(
        own
      )
      expect(found(plainSentence(chartView))).toBe(own)
      expect(found(pictureTexts(chartView, '').subtitle)).toBe(own)
      const pack = briefingFile([{ chartView, context: { recipient: '', link: '', metaData: null } }])
      const [, listed = ''] = /<td><span class="word \w+">.*?<\/svg>([^<]*)<\/span><\/td>/.exec(pack) ?? []
      const verdict = own?.replace(/^(plainly|probably) /, '') ?? null
      if (verdict !== null) expect(listed).toBe(verdict)
      else expect(listed).not.toMatch(/^(better|worse|similar|higher|lower)$/)
    })
    // The sets include every verdict, so that none is untested.
    for (const word of [
      'plainly better',
      'plainly worse',
      'plainly higher',
      'plainly lower',
      'similar',
      null
    ])
      expect(seen).toContain(word)
  })
})

/** The bars and the points: by word where the keyboard reads them, by mark where they are drawn. */
function checkChart(set: PartsSet, expected: Map<string, string | null>): void {
  expectSameWords(
    new Map(
      stopTexts(draw('bar_ranked', set)).map(
        text => [/^Ward \d+/.exec(text)?.[0] ?? '', found(text)] as const
      )
    ),
    expected
  )
  const { pooledMean } = recompute(set)
  if (set.statistic === 'mean' || pooledMean === null) return
  const points = traces(draw('funnel', set)).at(-1)!
  points.hovertext.forEach((text, at) => {
    const name = /Ward \d+/.exec(text)?.[0] ?? ''
    const parts = set.members[Number(name.slice(5)) - 1]!
    expect(points.marker.symbol[at]).toBe(
      symbolOf(sideOf(set.statistic, parts, comparedIn(set)), set.direction)
    )
    expect([name, found(text)]).toEqual([name, expected.get(name)])
  })
}
