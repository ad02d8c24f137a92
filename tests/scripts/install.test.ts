// A command installs packages only if one is missing or has another version, whoever installed them.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isInstalled } from '#scripts/install.mjs'

type Packages = Parameters<typeof isInstalled>[0]
const packagesOf = (file: string) =>
  (JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }).packages
const locked = packagesOf('package-lock.json')
const installed = packagesOf('node_modules/.package-lock.json')
const without = (isGone: (path: string) => boolean): Packages =>
  Object.fromEntries(Object.entries(installed).filter(([path]) => !isGone(path)))

test('packages that npm ci installed are not installed again', () => {
  expect(isInstalled(locked, installed, { needsDev: true })).toBe(true)
  expect(execFileSync('node', ['scripts/install.mjs', '--dev'], { encoding: 'utf8' })).toBe('')
})

test('an installation without the packages for tests is complete, except for tests', () => {
  const production = without(path => locked[path]?.dev === true)
  expect(Object.keys(production).length).toBeLessThan(Object.keys(installed).length)
  expect(isInstalled(locked, production, { needsDev: false })).toBe(true)
  expect(isInstalled(locked, production, { needsDev: true })).toBe(false)
})

test('each package that is missing or has another version is detected', () => {
  const needed = Object.entries(locked).filter(
    ([path, { optional, devOptional, dev }]) => path !== '' && !optional && !devOptional && !dev
  )
  expect(needed.length).toBeGreaterThan(200)
  for (const [path] of needed.filter((_, index) => index % 20 === 0)) {
    expect(
      isInstalled(
        locked,
        without(one => one === path),
        { needsDev: false }
      )
    ).toBe(false)
    const changed = { ...installed, [path]: { ...installed[path], version: '0.0.0-other' } }
    expect(isInstalled(locked, changed, { needsDev: false })).toBe(false)
  }
})

test('an interrupted installation is repeated', () => {
  expect(isInstalled(locked, {}, { needsDev: false })).toBe(false)
})
