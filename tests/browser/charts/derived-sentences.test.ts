// The line of a chart and the sentence of each of its tabs, beside what a second implementation derives from the reply alone.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tabSentence } from '#browser/charts/drawn-kinds.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { leadText } from '#browser/charts/words/claims.ts'
import type { ChartData } from '#contract/chart-data.ts'
import { chartKindNames } from '#contract/chart-kinds.ts'
import type { OutputName } from '#contract/output-names.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'
import { deriveLead, deriveTabs } from '#tests/support/derived-sentences.ts'
import { partsAnswer } from '#tests/support/parts-reply.ts'

const RUNS = process.env['LONG'] ? 10_000 : 400

const directions = fc.constantFrom('higher' as const, 'lower' as const, 'neutral' as const)
const decimals = fc.integer({ min: 0, max: 2 })
/** Who is in the peer group, of up to 40; everyone without it. */
const groups = fc.option(
  fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30, size: 'max' }),
  {
    nil: undefined
  }
)

/** Of several series, the sentences name the first, which they are about. */
const seriesNames = fc.constantFrom(['All'], ['All wards', 'Registered'])

const partsReplies = fc
  .record({
    statistic: fc.constantFrom('proportion' as const, 'rate' as const),
    direction: directions,
    decimal_places: decimals,
    multiplier: fc.constantFrom(1, 100, 1000),
    peers: groups,
    seriesNames,
    earlier: fc.array(
      fc.option(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom(8, 40)), { freq: 3 }),
      { maxLength: 3 }
    ),
    /** In per cent: of the whole, and each member's own beside it. */
    share: fc.integer({ min: 1, max: 60 }),
    sizes: fc.array(
      fc.option(fc.tuple(fc.constantFrom(1, 8, 40, 200, 900), fc.integer({ min: 0, max: 165 })), {
        freq: 12
      }),
      { minLength: 2, maxLength: 41, size: 'max' }
    )
  })
  .map(({ direction, decimal_places, peers, share, sizes, ...request }) =>
    partsAnswer({
      ...request,
      parts: sizes.map(one => one && ([Math.round((one[0] * share * one[1]) / 10_000), one[0]] as const)),
      ...(peers && { peers: peers.filter(at => at < sizes.length) }),
      chart: { direction, decimal_places }
    })
  )

/** Few distinct values, so that many are equal, figures near to each other, so that rounding decides, and thousands. */
const figures = fc.array(
  fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 6 }),
      fc.double({ min: -5, max: 5, noNaN: true }),
      fc.integer({ min: 900, max: 12_000 })
    ),
    { freq: 12 }
  ),
  { minLength: 2, maxLength: 41, size: 'max' }
)

const plainReplies = fc
  .record({
    direction: directions,
    decimal_places: decimals,
    peers: groups,
    seriesNames,
    values: figures,
    earlier: fc.array(figures, { maxLength: 3 })
  })
  .map(({ direction, decimal_places, peers, values, ...request }) =>
    chartAnswer({
      ...request,
      values,
      ...(peers && { peers: peers.filter(at => at < values.length) }),
      chart: { direction, decimal_places }
    })
  )

/** Without the spaces that keep a figure and its unit together. */
const sentenceOf = (reply: ChartData): string =>
  tabSentence(chartViewOf(reply, PERIOD))
    .map(({ text }) => text)
    .join('')
    .replaceAll('\u00a0', ' ')
    .trim()

test(
  `what a chart says first and on each of its tabs is what its reply says, in ${RUNS} replies`,
  { timeout: 600_000 },
  () => {
    const seen = new Set<string>()
    const own = { distribution: 0, box: 0, table: 0, trend: 0 }
    fc.assert(
      fc.property(fc.oneof(partsReplies, plainReplies), reply => {
        const expected = deriveLead(structuredClone(reply))
        const tabs: Partial<Record<OutputName, string | null>> = deriveTabs(structuredClone(reply))
        const view = chartViewOf(reply, PERIOD)
        const { standing, own: ownEntry, measure } = view
        expect(standing && leadText({ ...standing, verdict: ownEntry?.verdict ?? null }, measure)).toBe(
          expected.lead
        )
        seen.add(expected.lead?.replaceAll(/\d+/g, '#') ?? 'no value')
        const named = reply.series.length > 1 ? `${reply.series[0]!.series_name}: ` : ''
        for (const output_name of chartKindNames) {
          const said = sentenceOf({ ...reply, output_type: { ...reply.output_type, output_name } })
          const derived = tabs[output_name] ?? null
          if (output_name === 'funnel' && expected.funnel !== null) {
            expect(said.startsWith(named + expected.funnel)).toBe(true)
          } else if (derived === null) {
            expect(said.startsWith(named)).toBe(true)
            for (const part of expected.said) expect(said).toContain(part)
          } else {
            own[output_name as keyof typeof own] += 1
            expect(said).toBe(named + derived)
          }
        }
      }),
      { numRuns: RUNS }
    )
    // The replies reach every kind of line, and every tab with a sentence of its own.
    expect(
      [...seen].filter(line => /^(Better|Worse|Higher|Lower) than # of # peers \(rank # of #\)$/.test(line))
    ).toHaveLength(4)
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'Similar to peers (rank # of #)',
        'Not compared',
        'no value',
        'Equal to the median (rank # of #)'
      ])
    )
    for (const count of Object.values(own)) expect(count).toBeGreaterThan(RUNS / 10)
  }
)
