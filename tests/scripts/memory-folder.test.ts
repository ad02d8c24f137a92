import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { useMemoryFolder } from '#scripts/memory-folder.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'

afterEach(() => vi.unstubAllEnvs())

test.skipIf(process.platform !== 'linux')(
  'temporary files are in a folder of the run, which is removed with those of killed runs',
  () => {
    using parent = new TemporaryFolder()
    const left = parent.file('tests-999999999')
    mkdirSync(left)
    parent.write('other/notes.txt', 'keep')
    vi.stubEnv('TMPDIR', undefined)
    const remove = useMemoryFolder(parent.path)
    expect(tmpdir()).toBe(parent.file(`tests-${process.pid}`))
    expect(existsSync(left)).toBe(false)
    writeFileSync(join(tmpdir(), 'a database'), '')
    remove()
    expect(readdirSync(parent.path)).toEqual(['other'])
  }
)

test('TMPDIR is kept if it is set, and the default if there is no folder in memory', () => {
  using parent = new TemporaryFolder()
  vi.stubEnv('TMPDIR', parent.path)
  useMemoryFolder(parent.path)()
  expect(tmpdir()).toBe(parent.path)
  vi.stubEnv('TMPDIR', undefined)
  const usual = tmpdir()
  useMemoryFolder(parent.file('missing'))()
  expect(tmpdir()).toBe(usual)
})
