import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'

const run = (...words: string[]) => spawnSync('node', words, { encoding: 'utf8' })

test.each([
  ['backup', '--no-such-option'],
  ['publish', 'rollback', '--no-such-option'],
  ['doctor', 'an', 'argument', 'too', 'many']
])('%s with unknown options exits with 2 and names them', (name, ...words) => {
  const { status, stderr } = run(`scripts/${name}.ts`, ...words)
  expect(stderr).toMatch(/^error: /)
  expect(status).toBe(2)
})

test('asking for help exits with 0', () => {
  const { status, stdout } = run('scripts/backup.ts', '--help')
  expect(stdout).toContain('Usage: backup')
  expect(status).toBe(0)
})

test('every command is created by the function that sets the exit code', () => {
  const makers = readdirSync('scripts').filter(file =>
    /new Command\b/.test(readFileSync(`scripts/${file}`, 'utf8'))
  )
  expect(makers).toEqual(['command.ts'])
})

test('every command that takes a database refuses other kinds', () => {
  using folder = new TemporaryFolder()
  const moved = run('scripts/move-data.ts', '--to', 'mysql://host/db', '--data', folder.path)
  expect(moved.stderr).toContain('It must begin with postgres:// or postgresql://.')
  expect(moved.status).toBe(2)
  const env = { ...process.env, DATABASE_URL: 'mysql://host/db' }
  for (const name of ['backup', 'restore']) {
    const { stderr, status } = spawnSync('node', [`scripts/${name}.ts`, `${folder.path}/all.backup`], {
      encoding: 'utf8',
      env
    })
    expect(stderr).toBe('DATABASE_URL must begin with postgres:// or postgresql://.\n')
    expect(status).toBe(1)
  }
})

test('a file that is no backup is refused before a database is opened', () => {
  using folder = new TemporaryFolder()
  folder.write('notes.txt', 'no backup')
  const file = `${folder.path}/notes.txt`
  // No database can be created there.
  const { stderr, status } = run('scripts/restore.ts', file, '--data', `${file}/data`)
  expect(stderr).toContain(`${file} is damaged, or is not a backup`)
  expect(status).toBe(1)
})

test('a restore that is refused leaves no folder behind', () => {
  using folder = new TemporaryFolder()
  folder.write('damaged.backup', 'no backup')
  const data = `${folder.path}/data`
  const { status, stderr } = run('scripts/restore.ts', `${folder.path}/damaged.backup`, '--data', data)
  expect(stderr).toContain('damaged.backup')
  expect(status).toBe(1)
  expect(existsSync(data)).toBe(false)
})

test('a restore that is refused empties a folder that was empty, and nothing else', () => {
  using folder = new TemporaryFolder()
  folder.write('damaged.backup', 'no backup')
  const data = `${folder.path}/data`
  mkdirSync(data)
  const restore = () => run('scripts/restore.ts', `${folder.path}/damaged.backup`, '--data', data)
  expect(restore().status).toBe(1)
  expect(readdirSync(data)).toEqual([])
  folder.write('data/notes.txt', 'keep')
  expect(restore().status).toBe(1)
  expect(readFileSync(`${data}/notes.txt`, 'utf8')).toBe('keep')
})
