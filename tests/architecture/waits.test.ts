// How tests wait. Outside React's act: until act ends, React keeps its updates back, and what is not there yet never comes. And for as long as all others:
// a shorter time of their own fails on a busy machine.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const WAITS = /\b(find(All)?By\w+|waitFor|eventually|poll)\(/

/** The text between the bracket at a position and the one that closes it. */
function inBrackets(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(start + 1, at)
  }
  return text.slice(start + 1)
}

const waitsInAct = (text: string): string[] =>
  [...text.matchAll(/\bact\(\s*async \(\) =>/g)]
    .map(({ index }) => inBrackets(text, index + 'act'.length))
    .filter(body => WAITS.test(body))

test.each([
  ["await act(async () => (await screen.findByRole('link')).click())", 1],
  ['await act(async () => {\n  await expect.poll(calls).toBe(1)\n})', 1],
  ["const link = await screen.findByRole('link')\nawait act(async () => link.click())", 0]
])('%s', (text, count) => {
  expect(waitsInAct(text).length).toBe(count)
})

test('no test waits inside act', () => {
  const files = globSync('tests/**/*.{ts,tsx}', { exclude: path => path.includes('node_modules') }).filter(
    file => !file.startsWith('tests/architecture/')
  )
  expect(files.length).toBeGreaterThan(500)
  expect(
    files.flatMap(file => waitsInAct(readFileSync(file, 'utf8')).map(body => `${file}: ${body.trim()}`))
  ).toEqual([])
})

/** A wait with a time of its own. 0 is no limit. */
const OWN_TIME = /\{\s*timeout: [1-9][\d_]*\s*\}\s*\)|\bvi\.wait(?:For|Until)\(/g
/** `toPass` without a time would try until the whole test ends. */
const withOwnTime = (text: string): string[] =>
  [...text.matchAll(OWN_TIME)]
    .filter(({ index }) => !/(toPass|configure)\(\s*$/.test(text.slice(0, index)))
    .map(([found]) => found)

test.each([
  ['await expect(name).toBeVisible({ timeout: 20_000 })', 1],
  ['await expect.poll(count, {\n  timeout: 5000\n}).toBe(1)', 1],
  ['await vi.waitFor(() => expect(count()).toBe(1))', 1],
  ["context.waitForEvent('close', { timeout: 0 })", 0],
  ['expect(settled).toPass({ timeout: PATIENCE_MS })', 0]
])('%s', (text, count) => {
  expect(withOwnTime(text).length).toBe(count)
})

test('no test of a page, a server or a command waits for a shorter time than the others', () => {
  const files = globSync('tests/{browser,gates,journeys,operations,scripts,server}/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(400)
  expect(
    files.flatMap(file => withOwnTime(readFileSync(file, 'utf8')).map(found => `${file}: ${found}`))
  ).toEqual([])
})
