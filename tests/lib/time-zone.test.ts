import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { dayIn, timeIn } from '#lib/time/time-zone.ts'

const zones = ['Europe/London', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia', 'America/Sao_Paulo']
/** Every third day of a year at another hour, and moments around the changes of summer time. */
const moments = [
  ...Array.from({ length: 120 }, (_, at) => Date.UTC(2026, 0, 1) + at * 73 * 3_600_000),
  ...['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z'].map(
    Date.parse
  ),
  Date.UTC(999, 11, 31, 23, 59)
]

const withTemporal = (): string[] => {
  const script = `
    const { dayIn, timeIn } = await import(${JSON.stringify(new URL('../../src/lib/time/time-zone.ts', import.meta.url))})
    if (!Date.prototype.toTemporalInstant) throw new Error('This Node has no Temporal.')
    const [zones, moments] = ${JSON.stringify([zones, moments])}
    console.log(JSON.stringify(zones.flatMap(zone => moments.map(at => dayIn(new Date(at), zone) + ' ' + timeIn(new Date(at), zone)))))`
  const words = ['--harmony-temporal', '--input-type=module', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as string[]
}

test('a browser with Temporal and one without it read the same clock', () => {
  expect('Temporal' in globalThis).toBe(false)
  const without = zones.flatMap(zone =>
    moments.map(at => `${dayIn(new Date(at), zone)} ${timeIn(new Date(at), zone)}`)
  )
  expect(withTemporal()).toEqual(without)
})
