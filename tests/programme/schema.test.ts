import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { routes } from '#browser/app/routes.ts'
import { programmeJsonSchema } from '#programme/json-schema.ts'
import { loadProgrammes } from '#programme/load.ts'
import { staticPaths } from '#programme/paths.ts'
import { SiteConfigSchema } from '#programme/site-config-schema.ts'
import { defaultSiteConfig } from '#programme/site-config.ts'
import { DEEP_LINKS } from '#sites/hosting/deep-links.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8')

test("the repository's programmes are valid", () => {
  const loaded = loadProgrammes({ root })
  expect(loaded).toMatchObject({ ok: true, value: { faults: [] } })
  expect(loaded.ok && loaded.value.programmes.length).toBeGreaterThanOrEqual(3)
})

test('programmes/schema.json is up to date', () =>
  expect(read('programmes/schema.json')).toBe(programmeJsonSchema()))

test('the JSON Schema accepts every programme and refuses unknown and wrong fields', () => {
  const isSound = new Ajv({ strict: false }).compile(JSON.parse(programmeJsonSchema()) as object)
  for (const code of ['wards', 'libraries', 'councils']) {
    const programme = JSON.parse(read(`programmes/${code}.json`)) as Record<string, unknown>
    expect(programme['$schema']).toBe('./schema.json')
    expect([code, isSound(programme)]).toEqual([code, true])
    expect(isSound({ ...programme, primaryColor: '#fff' })).toBe(false)
    expect(isSound({ ...programme, programmeId: 'one' })).toBe(false)
    expect(isSound({ ...programme, siteConfig: { minimum_peer: 3 } })).toBe(false)
  }
})

test('the build and the island agree on the defaults of the site configuration', () =>
  expect(v.parse(SiteConfigSchema, {})).toEqual(defaultSiteConfig))

test('every address of the route table is a static page or lies below a deep link', () => {
  const patterns = routes.map(({ pattern }) => pattern)
  const isReached = (pattern: string) =>
    pattern.includes(':')
      ? DEEP_LINKS.some(prefix => pattern.startsWith(`${prefix}/`))
      : staticPaths.includes(pattern)
  expect(patterns.length).toBeGreaterThan(20)
  expect(patterns.filter(pattern => !isReached(pattern))).toEqual([])
})
