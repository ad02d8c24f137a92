// The browser's clock may be hours wrong (src/lib/time/server-clock.ts).

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Servers and commands read the clock of their own machine. */
const OWN_CLOCK = /^src\/(server|operations|demo)\//
const HOME = 'src/lib/time/server-clock.ts'
/** Runs before any module, and compares the clock with itself. */
const BEFORE_MODULES = 'src/pages/_shell/reload-once.js'

/** `Date.now()`, `new Date()`, `Date()` and `Date.now` as a value: the clock of this machine. */
const readsClock = (code: string): boolean => /\bDate\.now\b|(?<![\w.])Date\(\s*\)/.test(code)

test('the browser’s clock is read in one file, which knows the server’s', () => {
  const files = globSync('src/**/*.{ts,tsx,js,astro}').filter(path => !OWN_CLOCK.test(path))
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter(path => readsClock(readFileSync(path, 'utf8'))).toSorted()).toEqual([
    HOME,
    BEFORE_MODULES
  ])
})

test.each([
  ['const now = Date.now()', true],
  ['openDrafts(scope, Date.now)', true],
  ['(now: Date = new Date()) => now', true],
  ['new Date( )', true],
  ['new Date(timestamp)', false],
  ['parseDate()', false]
])('%s: %s', (code, reads) => expect(readsClock(code)).toBe(reads))
