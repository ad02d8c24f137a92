// What an evidence link contains, and what it shows when it is opened later.

import { deflateSync, strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import {
  compareEvidence,
  chartEvidence,
  packEvidence,
  unpackEvidence
} from '#browser/charts/export/evidence.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { anonymousAnswer } from '#tests/support/anonymous-reply.ts'
import { chartAnswer, PERIOD, type AnswerRequest } from '#tests/support/chart-reply.ts'

const values = [14.8, 9.3, 2, 20, 9.7, 6.9, 12.4]
const viewOf = (request: AnswerRequest, digest = 'first') => {
  const data = chartAnswer(request)
  return chartViewOf({ ...data, digest }, PERIOD)
}
const anonymous = (request: AnswerRequest, digest = 'first') =>
  chartViewOf({ ...anonymousAnswer(request), digest }, PERIOD)

describe('by name', () => {
  const evidence = unpackEvidence(packEvidence(chartEvidence(viewOf({ values }), 'a')))!

  test('equal figures are reported as equal', () => {
    expect(compareEvidence(evidence, viewOf({ values }), 'a')).toMatchObject({
      isSame: true,
      isOfAnother: false,
      changes: []
    })
  })

  test('every value that has changed is named with both figures, and so are the averages', () => {
    const now = viewOf({ values: [14.8, 9.3, 2, 20, 9.7, null, 13] }, 'second')
    const { isSame, changes } = compareEvidence(evidence, now, 'a')
    expect(isSame).toBe(false)
    const plain = changes.map(({ name, before, now: after }) =>
      `${name}: ${before} → ${after}`.replaceAll('\u00a0', ' ')
    )
    expect(plain.filter(line => /6\.9% → none|12\.4% → 13\.0%/.test(line))).toHaveLength(2)
    expect(plain.some(line => line.startsWith('Median: '))).toBe(true)
    expect(plain).toContain('Number compared with: 6 → 5')
    expect(plain.some(line => line.startsWith('Ward 4B'))).toBe(false)
  })

  test('opened by another user, it compares what it contains', () => {
    const result = compareEvidence(evidence, viewOf({ values: [15, ...values.slice(1)] }, 'other'), 'b')
    expect(result.isOfAnother).toBe(true)
    expect(result.changes.map(change => change.before.replaceAll('\u00a0', ' '))).toContain('14.8%')
  })

  test('a URL stays short: it has no single values if they are too many, and says so', () => {
    const many = Array.from({ length: 1500 }, (_, index) => Math.sin(index) * 50 + 100 + index / 7)
    const packed = packEvidence(chartEvidence(viewOf({ values: many }), 'a'))
    expect(packed.length).toBeLessThanOrEqual(4000)
    const read = unpackEvidence(packed)!
    expect(read.values).toBeNull()
    expect(
      compareEvidence(read, viewOf({ values: [1, ...many.slice(1)] }, 'second'), 'a').changes.length
    ).toBeGreaterThan(0)
  })
})

test('in a strict project it contains the own figure alone, and says that others changed, not which (product 24)', () => {
  const evidence = chartEvidence(anonymous({ values }), 'a')
  const { digest, at } = evidence
  expect(evidence).toEqual({ digest, at, reader: 'a', own: [1, 14.8], set: null, values: null })
  const now = anonymous({ values: [15.1, 9.3, 2, 20, 9.7, 6.9, 90] }, 'second')
  const result = compareEvidence(evidence, now, 'a')
  expect(result.isSame).toBe(false)
  expect(result.changes.map(change => change.before.replaceAll('\u00a0', ' '))).toEqual(['14.8%'])
})

test('no link contains what an admin sees of a strict project', () => {
  const data = chartAnswer({ values })
  const seen = chartViewOf({ ...data, suppression: { ...data.suppression, visibility: 'anonymous' } }, PERIOD)
  expect(chartEvidence(seen, 'admin')).toMatchObject({ set: null, values: null })
})

test.each([
  '',
  'x',
  '!!!',
  packEvidence(chartEvidence(viewOf({ values }), 'a')).slice(0, 40),
  btoa(String.fromCharCode(...deflateSync(strToU8('{"digest":1}'))))
])('what is damaged is no evidence: %s', text => {
  expect(unpackEvidence(text)).toBeNull()
})
