import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addProgramme, programmeJson, TemporaryFolder } from '#tests/support/programme-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const start = (...words: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/start.ts'), ...words], { cwd: root, encoding: 'utf8' })

async function withTakenPort<T>(use: (port: number) => T): Promise<T> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  try {
    return use(typeof address === 'object' && address !== null ? address.port : 0)
  } finally {
    server.close()
  }
}

test.each(['--port', '--api-port'])(
  'a port in use is reported in one sentence that names %s',
  async option => {
    await withTakenPort(port => {
      expect(start(option, String(port))).toMatchObject({
        status: 1,
        stdout: '',
        stderr: `Port ${port} is in use. Stop what listens there, or choose another with ${option}.\n`
      })
    })
  }
)

test('one port for both is refused, and so is an invalid port', () => {
  expect(start('--port', '4390', '--api-port', '4390')).toMatchObject({
    status: 2,
    stderr: '--port and --api-port are both 4390; they must differ.\n'
  })
  expect(start('--port', 'http')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('A port is a whole number from 1 to 65535.')
  })
})

test('a broken programme is reported with its position', () => {
  using folder = new TemporaryFolder()
  addProgramme(folder, 'alpha', 1)
  folder.write('programmes/alpha.json', programmeJson({ primaryColour: 'none' }))
  expect(start('--root', folder.path)).toMatchObject({
    status: 1,
    stderr:
      'programmes/alpha.json:7:20 "none" is not an opaque colour (write it as #rrggbb)\nRepair the programme files, then start again.\n'
  })
})

test('a missing folder is reported in one sentence', () => {
  using folder = new TemporaryFolder()
  expect(start('--root', folder.path)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^programmes:1:1 the folder programmes\/ is missing\n/)
  })
})
