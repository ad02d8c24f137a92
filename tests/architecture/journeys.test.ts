// Journeys find what people find: by role, label and visible text, without sleeps and without answers made up in the place of the server. What needs more
// than that is a gate, or a named function of tests/support.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FORBIDDEN: Record<string, RegExp> = {
  'a CSS selector': /\.(locator|\$\$?|\$\$?eval|waitForSelector|frameLocator)\(|querySelector|getElementsBy/,
  'a sleep': /waitForTimeout\(|(?<!test\.)\bsetTimeout\(|timers\/promises/,
  'an intercepted request': /\b(route|routeFromHAR|routeWebSocket)\(/
}

const faultsIn = (text: string): string[] =>
  Object.entries(FORBIDDEN)
    .filter(([, pattern]) => pattern.test(text))
    .map(([name]) => name)

test.each([
  ["await page.locator('.main-svg').click()", 'a CSS selector'],
  ["await page.$('h1')", 'a CSS selector'],
  ["await page.evaluate(() => document.querySelector('h1'))", 'a CSS selector'],
  ['await page.waitForTimeout(500)', 'a sleep'],
  ['await new Promise(done => setTimeout(done, 500))', 'a sleep'],
  ["await context.route('**/*', stop)", 'an intercepted request']
])('%s is found', (line, fault) => {
  expect(faultsIn(line)).toEqual([fault])
})

test('a limit for a test is none of them', () => {
  expect(faultsIn('test.setTimeout(120_000)')).toEqual([])
})

test('no journey needs them', () => {
  const journeys = globSync('tests/journeys/*.ts')
  expect(journeys.length).toBeGreaterThan(20)
  expect(
    journeys.flatMap(file => faultsIn(readFileSync(file, 'utf8')).map(fault => `${file}: ${fault}`))
  ).toEqual([])
})
