import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { copyRepository } from '#tests/support/scratch-copy.ts'

interface Report {
  issues: { file: string; files?: unknown[] }[]
}

test('code that only tests use is reported, and nothing else', () => {
  const source = 'src/lib/canary-only-tested.ts'
  using copy = copyRepository()
  // A check that reads nothing always passes, so it must report this file.
  copy.write({
    [source]: 'export const canary = 1\n',
    'tests/support/canary-user.ts': `export { canary } from '#lib/canary-only-tested.ts'\n`
  })
  const words = ['--production', '--reporter', 'json']
  const { stdout } = spawnSync('node_modules/.bin/knip', words, { cwd: copy.folder, encoding: 'utf8' })
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
