// A test of screens waits outside React's act: until act ends, React keeps its updates back, and what is not there yet never comes.

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
  const files = globSync('tests/**/*.{ts,tsx}').filter(file => !file.startsWith('tests/architecture/'))
  expect(files.length).toBeGreaterThan(500)
  expect(
    files.flatMap(file => waitsInAct(readFileSync(file, 'utf8')).map(body => `${file}: ${body.trim()}`))
  ).toEqual([])
})
