// A build that is killed at any moment leaves nothing that the next one keeps, and no process that works on.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyRepository, type ScratchCopy } from '#tests/support/scratch-copy.ts'

let copy: ScratchCopy
beforeAll(() => (copy = copyRepository()), 120_000)
afterAll(() => copy[Symbol.dispose]())

const path = (name: string): string => join(copy.folder, name)
const store = (): string[] => (existsSync(path('.build/shell')) ? readdirSync(path('.build/shell')) : [])

/** Processes of this machine that work in the copy. */
const working = (): string[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(id => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(copy.folder)
      } catch {
        // It has ended in the meantime.
        return false
      }
    })

async function until(holds: () => boolean, isOver: () => boolean = () => false): Promise<void> {
  while (!holds() && !isOver()) await pause(50)
}

const moments: [string, () => boolean][] = [
  ['when Astro starts', () => store().some(name => name.endsWith('.new'))],
  [
    'between Astro’s two builds',
    () => store().some(name => existsSync(path(`.build/shell/${name}/.prerender`)))
  ],
  ['when the first site is there', () => existsSync(path('dist/wards/index.html'))]
]

test.skipIf(process.platform !== 'linux')(
  'a build that is killed leaves no process, and the next one is whole',
  async () => {
    for (const [moment, isThere] of moments) {
      const build = spawn(process.execPath, [path('scripts/build.ts')], { cwd: copy.folder, stdio: 'ignore' })
      const closed = once(build, 'close')
      await until(isThere, () => build.exitCode !== null)
      expect(build.exitCode, `the build ended before it could be killed ${moment}`).toBeNull()
      build.kill('SIGKILL')
      await closed
      await until(() => working().length === 0)
    }
    copy.run('node', 'scripts/build.ts')
    expect(store()).toHaveLength(1)
    const files = readdirSync(path('dist'), { recursive: true, encoding: 'utf8' })
    expect(files.filter(name => name.endsWith('.new'))).toEqual([])
    const before = readFileSync(path('dist/wards/manifest.json'), 'utf8')
    copy.run('node', 'scripts/build.ts')
    expect(readFileSync(path('dist/wards/manifest.json'), 'utf8')).toBe(before)
  },
  600_000
)
