// The files that docs/operating.md gives are those that the programs take.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { programCommand } from '#tests/support/host-programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'operating-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The text of the page's only block in this language. */
function block(language: string): string {
  const [found, ...others] = readFileSync('docs/operating.md', 'utf8').matchAll(
    new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')
  )
  expect(others).toEqual([])
  return found?.[1] ?? ''
}

const answers = (command: string, word: string): boolean =>
  spawnSync(command, [word], { stdio: 'ignore' }).status === 0

test.skipIf(!answers('systemd-analyze', '--version'))('systemd takes the unit', () => {
  const unit = join(folder, 'benchmarks.service')
  // Only the program must be there; here it is elsewhere.
  writeFileSync(unit, block('ini').replace('/srv/benchmarks/node_modules/.bin/node', process.execPath))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
  expect(stderr.split('\n').filter(line => line.includes('benchmarks.service'))).toEqual([])
  expect(status).toBe(0)
})

const nginx = programCommand('nginx')
test.skipIf(nginx === undefined)('nginx takes the server block', () => {
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\n${block('nginx')}\n}\n`)
  const { status, stderr } = spawnSync(nginx!, ['-t', '-q', '-c', file, '-g', `error_log ${folder}/error;`], {
    encoding: 'utf8'
  })
  expect([stderr, status]).toEqual(['', 0])
})
