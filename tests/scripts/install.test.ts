// A command installs packages only if one is missing or has another version, whoever installed them.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isApiInstalled, isInstalled } from '#scripts/install.mjs'
import { packagesOfCommand } from '#tests/support/imported-packages.ts'

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
    ([path, { optional, devOptional, dev, link }]) =>
      path.startsWith('node_modules/') && !link && !optional && !devOptional && !dev
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

/** Their packages are those for tests. */
const OF_DEVELOPERS = new Set([
  'scripts/test.ts',
  'scripts/test-long.ts',
  'scripts/texts.ts',
  'scripts/row-types.ts'
])

interface Manifest {
  version: string
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
const manifestOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest
const [all, api] = [manifestOf('package.json'), manifestOf('api/package.json')]

/** Commands for the API's database and people, which run where the API does. */
const BESIDE_API = ['api', 'provision', 'doctor', 'backup', 'restore', 'move-data', 'remove-data']

test('the API installs what it and the commands beside it import, and nothing else', () => {
  const imported = BESIDE_API.flatMap(command => [...packagesOfCommand(`scripts/${command}.ts`)])
  expect(Object.keys(api.dependencies)).toEqual([...new Set(imported)].toSorted())
})

test('its packages have the versions of the whole project', () => {
  for (const kind of ['dependencies', 'optionalDependencies'] as const)
    expect(all[kind]).toMatchObject(api[kind])
  expect(api.version).toBe(all.version)
})

test('its installation is complete for its commands, and for no others', () => {
  const own = Object.keys(api.dependencies).map(name => `node_modules/${name}`)
  const ofApi = Object.fromEntries(own.map(path => [path, installed[path]!]))
  expect(isApiInstalled(locked, ofApi)).toBe(true)
  expect(isInstalled(locked, ofApi, { needsDev: false })).toBe(false)
  for (const path of own) {
    const { [path]: _, ...others } = ofApi
    expect([path, isApiInstalled(locked, others)]).toEqual([path, false])
  }
})

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

test('only commands for tests and code install the packages for tests', () => {
  const withTools = Object.entries(scripts).flatMap(([name, line]) => (line.includes('--dev') ? [name] : []))
  expect(withTools.toSorted()).toEqual([
    'preformat',
    'prelint',
    'prescreenshots',
    'pretest',
    'pretest:long',
    'pretypecheck'
  ])
  const besideApi = BESIDE_API.map(name => scripts[`pre${name}`] ?? scripts[name] ?? '')
  expect(besideApi.filter(line => !line.includes('install.mjs --api'))).toEqual([])
})

test('what production commands import is no package for tests', () => {
  const files = [...new Set(Object.values(scripts).flatMap(line => line.match(/scripts\/[\w-]+\.ts/g) ?? []))]
  const used = files
    .filter(file => !OF_DEVELOPERS.has(file))
    .map(file => [file, packagesOfCommand(file)] as const)
  const faults = used.flatMap(([file, packages]) =>
    [...packages].filter(name => !(name in all.dependencies)).map(name => `${file}: ${name}`)
  )
  expect(faults).toEqual([])
})
