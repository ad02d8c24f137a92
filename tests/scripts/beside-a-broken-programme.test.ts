// Every command that reads the programmes continues with the others if one of their files is broken, and reports it.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { initialiseData } from '#tests/support/data-directory.ts'
import { addProgramme, programmeJson, TemporaryFolder } from '#tests/support/programme-folder.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const LOADER = 'src/programme/load.ts'
const FAULT = /programmes\/broken\.json:3:/
// Inside the project, as dist is, so that the sites can share files with the code.
let folder: TemporaryFolder

beforeAll(async () => {
  folder = new TemporaryFolder(join(root, '.build'))
  addProgramme(folder, 'museums', 1)
  addProgramme(folder, 'broken', 7)
  folder.write(
    'programmes/broken.json',
    programmeJson({ code: 'broken', programmeId: 7 }).replace('"programmeId"', 'programmeId')
  )
  writeExample(folder.path)
  await initialiseData(folder.file('data'))
})
afterAll(() => folder[Symbol.dispose]())

/** The files that a file imports, itself included. */
function importedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  // Without types, only imports that run remain.
  const text = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'))
  for (const [, name = ''] of text.matchAll(/(?:from|import) ?\(?'([#.][^']+)'/g)) {
    const path = name.startsWith('#')
      ? join(/^#(scripts|tests)\//.test(name) ? '' : 'src', name.slice(1))
      : relative(root, join(root, dirname(file), name))
    if (existsSync(join(root, path)) && path.endsWith('.ts')) importedBy(path, seen)
  }
  return seen
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const reading = Object.entries(scripts)
  .map(([name, line]) => ({ name, entry: /node (scripts\/[\w-]+\.ts)/.exec(line)?.[1] }))
  .filter(
    ({ name, entry }) => !name.startsWith('test') && entry !== undefined && importedBy(entry).has(LOADER)
  )
  .map(({ name }) => name)

interface Said {
  status: number | null
  /** Its output on both streams. */
  text: string
}

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: '0',
  DATA_DIRECTORY: folder.file('data'),
  DATABASE_URL: undefined
})

function run(script: string, ...words: string[]): Said {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', script), ...words], {
    cwd: folder.path,
    encoding: 'utf8',
    env: environment()
  })
  return { status, text: stdout + stderr }
}

/** Runs a serving command until it has printed a text, then stops it. */
async function serve(
  script: string,
  words: readonly string[],
  until: RegExp,
  ask?: (text: string) => Promise<string>
): Promise<Said> {
  const child = spawn(process.execPath, [join(root, 'scripts', script), ...words], {
    cwd: folder.path,
    env: environment()
  })
  const ended = once(child, 'exit')
  // A test that times out must not leave a process that holds the next one's database.
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let text = ''
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (until.test(text)) resolve()
    })
  await Promise.race([promise, ended])
  if (child.exitCode === null) text += (await ask?.(text)) ?? ''
  const status = child.exitCode ?? 0
  child.kill('SIGTERM')
  await ended
  return { status, text }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return String(typeof address === 'object' && address !== null ? address.port : 0)
}

const inFolder = (): string[] => ['--root', folder.path]

/** How each command is run, and its expected output and exit code. */
const runs: Record<string, { run: () => Said | Promise<Said>; status: number; says: RegExp }> = {
  start: {
    run: async () =>
      serve(
        'start.ts',
        [
          ...inFolder(),
          '--port',
          await freePort(),
          '--api-port',
          await freePort(),
          '--data',
          folder.file('start')
        ],
        /Building/
      ),
    status: 0,
    says: /Skipped until you correct this: broken\./
  },
  // Its API process; dev-faults.test.ts tests its page.
  dev: {
    run: async () => {
      const port = await freePort()
      const words = ['--port', port, '--site-port', '4321', '--data', folder.file('dev'), ...inFolder()]
      const watched = serve('dev-api.ts', words, /Skipped until/)
      return watched
    },
    status: 0,
    says: /Skipped until you correct this: broken\./
  },
  build: {
    run: () => run('build.ts', '--out', folder.file('dist'), ...inFolder()),
    status: 2,
    says: /1 built/
  },
  api: {
    run: () =>
      serve('api.ts', [], /No one can log in to museums/, async text => {
        const port = /"port":(\d+)/.exec(text)?.[1] ?? ''
        return (await fetch(`http://127.0.0.1:${port}/readyz`)).text()
      }),
    status: 0,
    says: /Not served because of faults in their files: broken\.[^]*\{"status":"ready","programmes_left_out":1\}/
  },
  provision: {
    run: () => run('provision.ts', 'content/museums', '--apply'),
    status: 0,
    says: /Everything was written/
  },
  doctor: {
    run: () => run('doctor.ts', '--site', 'http://127.0.0.1:9'),
    status: 1,
    says: /FAULT .*http:\/\/127\.0\.0\.1:9/
  },
  'check-programmes': { run: () => run('check-programmes.ts', ...inFolder()), status: 2, says: FAULT },
  colours: {
    run: () => run('colours.ts', ...inFolder(), '--out', folder.file('colours.html')),
    status: 2,
    says: /1 programmes/
  },
  'new-programme': {
    run: () => {
      const made = run('new-programme.ts', 'fresh', ...inFolder())
      return { ...made, text: made.text + folder.read('programmes/fresh.json') }
    },
    status: 0,
    says: /"programmeId": 8/
  },
  'rename-programme': {
    run: () => run('rename-programme.ts', 'museums', 'galleries', ...inFolder()),
    status: 0,
    says: /museums is now galleries/
  }
}

test('covers every command that reads the programmes', () =>
  expect(Object.keys(runs).toSorted()).toEqual(reading.toSorted()))

/** These are about one programme and say nothing about others. */
const ABOUT_ONE = new Set(['new-programme', 'rename-programme'])

test.each(Object.keys(runs))(
  '%s goes on with the others',
  async name => {
    const { run: start, status, says } = runs[name]!
    const said = await start()
    expect(said.text).toMatch(says)
    expect(said.status).toBe(status)
    if (!ABOUT_ONE.has(name)) expect(said.text).toMatch(FAULT)
    expect(said.text).not.toMatch(/\n\s+at .*\.ts:\d+/)
  },
  300_000
)

test('no id is chosen while one cannot be read', () => {
  using other = new TemporaryFolder()
  addProgramme(other, 'alpha', 1)
  other.write('programmes/beta.json', '{ "code": "beta" ')
  const made = spawnSync(
    process.execPath,
    [join(root, 'scripts/new-programme.ts'), 'gamma', '--root', other.path],
    { encoding: 'utf8' }
  )
  expect(made).toMatchObject({
    status: 2,
    stderr:
      'No programmeId can be read in programmes/beta.json, so no free id can be chosen. Correct the file or give --id.\n'
  })
  expect(existsSync(other.file('programmes/gamma.json'))).toBe(false)
})
