import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A check that reads nothing always passes, so here it must report code that only a test uses.
const source = 'src/lib/canary-only-tested.ts'
const user = 'tests/support/canary-user.ts'

beforeAll(() => {
  writeFileSync(source, 'export const canary = 1\n')
  writeFileSync(user, `export { canary } from '#lib/canary-only-tested.ts'\n`)
})
afterAll(() => {
  for (const file of [source, user]) rmSync(file, { force: true })
})

interface Report {
  issues: { file: string; files?: unknown[] }[]
}

test('code that only tests use is reported, and nothing else', () => {
  const words = ['--production', '--reporter', 'json']
  const { stdout } = spawnSync('node_modules/.bin/knip', words, { encoding: 'utf8' })
  const { issues } = JSON.parse(stdout) as Report
  expect(issues.map(({ file }) => file)).toEqual([source])
})

test('each unused export that is kept cites the point of the documents that names it', () => {
  const kept = globSync('src/**/*.{ts,tsx}').flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line.includes('@public'))
  )
  expect(kept.filter(line => !/@public (Spec|Product) \d/.test(line))).toEqual([])
})
