import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'

const run = (...words: string[]) => spawnSync('node', words, { encoding: 'utf8' })

test.each([
  ['backup', '--no-such-option'],
  ['publish', 'rollback', '--no-such-option'],
  ['openapi', '--no-such-option'],
  ['row-types', '--no-such-option'],
  ['texts', '--no-such-option'],
  ['test', '--no-such-option'],
  ['doctor', 'an', 'argument', 'too', 'many']
])('%s with unknown options exits with 2 and names them', (name, ...words) => {
  const { status, stderr } = run(`scripts/${name}.ts`, ...words)
  expect(stderr).toMatch(/^error: /)
  expect(status).toBe(2)
})

test.each([
  ['openapi', 'none/openapi.json', 'There is no'],
  ['colours', '--out', 'file.txt/colours.html', 'file.txt already exists']
])('%s says in one sentence that it cannot write its file', (name, ...words) => {
  using folder = new TemporaryFolder()
  folder.write('file.txt', '')
  const said = words.pop()!
  const path = folder.file(words.pop()!)
  const { status, stderr } = run(`scripts/${name}.ts`, ...words, path)
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).toContain(said)
  expect(status).toBe(1)
})

test.each([
  [
    'a programme that does not exist',
    ['new', '--export', '--programme', 'none'],
    'There is no programmes/none.json'
  ],
  ['a folder that is not empty', ['taken', '--export', '--programme', 'wards'], 'taken is not empty'],
  ['files of a programme that does not exist', ['files'], 'There is no programmes/none.json']
])('provisioning %s opens no database', (_what, [path = '', ...words], said) => {
  using folder = new TemporaryFolder()
  folder.write('taken/notes.txt', 'keep')
  folder.copy('src/demo/content/plain', 'files')
  const programme = JSON.parse(folder.read('files/programme.json')) as object
  folder.write('files/programme.json', JSON.stringify({ ...programme, programme: 'none' }))
  const env = { ...process.env, DATA_DIRECTORY: folder.file('data') }
  const { status, stderr } = spawnSync('node', ['scripts/provision.ts', folder.file(path), ...words], {
    encoding: 'utf8',
    env
  })
  expect(stderr).toContain(said)
  expect(status).toBe(2)
  expect(existsSync(folder.file('data'))).toBe(false)
})

test.each(['rollback', 'prune --yes'])('%s of a site that was never published leaves no folder', command => {
  using folder = new TemporaryFolder()
  run(
    'scripts/publish.ts',
    ...command.split(' '),
    '--target',
    `dir:${folder.file('www')}`,
    '--programme',
    'alpha'
  )
  expect(readdirSync(folder.path)).toEqual([])
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

test('a data folder without a name is refused: it would be the working directory', () => {
  using folder = new TemporaryFolder()
  const env = { ...process.env, DATA_DIRECTORY: '' }
  for (const name of ['backup', 'restore']) {
    const command = join(process.cwd(), `scripts/${name}.ts`)
    const words = [command, `${folder.path}/all.backup`]
    const { stderr, status } = spawnSync('node', words, { encoding: 'utf8', env, cwd: folder.path })
    expect(stderr).toBe('DATA_DIRECTORY must name a directory, or not be set.\n')
    expect(status).toBe(2)
  }
  expect(readdirSync(folder.path)).toEqual([])
})

test('an API whose database cannot be reached says so in one sentence', () => {
  const env = { ...process.env, PORT: '0', DATABASE_URL: 'postgres://name:secret@127.0.0.1:9/data' }
  expect(spawnSync('node', ['scripts/api.ts'], { encoding: 'utf8', env })).toMatchObject({
    status: 1,
    stderr: 'The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:9.\n'
  })
})

test.each([
  ['api.example', 'must be an absolute http(s) URL'],
  ['https://a"b.example', 'contains a space, a line break or another character'],
  ['https://a;b.example', 'must be an absolute http(s) URL'],
  ['https://name:secret@api.example', 'must be an absolute http(s) URL'],
  ['https://api.example:0', 'must be an absolute http(s) URL'],
  ['https://:80', 'must be an absolute http(s) URL'],
  ['https://api.example?x=1', 'must have no query and no fragment']
])('--api-base %s is refused as it is in a file', (address, said) => {
  using folder = new TemporaryFolder()
  for (const words of [['build', '--out', folder.path], ['doctor']]) {
    const [name = '', ...more] = words
    const { status, stderr } = run(`scripts/${name}.ts`, ...more, '--api-base', address)
    expect(stderr).toContain(`--api-base ${said}`)
    expect(status).toBe(2)
  }
  expect(readdirSync(folder.path)).toEqual([])
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
