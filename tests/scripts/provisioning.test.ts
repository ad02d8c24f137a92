// From an empty folder to the login of the first admin, by the commands of docs/provisioning.md.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { jsonSchemaOf, fileKinds } from '#operations/provision/files/shapes.ts'
import { bareEnvironment, startProcess } from '#tests/support/server-process.ts'
import { exampleCommands, exampleFiles, root, writeExample } from '#tests/support/worked-example.ts'

const PASSWORD = 'a quiet museum on a monday'

/** Runs a line of the page, `npm run <name> -- <words>`, in a folder. */
function run(
  line: string,
  folder: string,
  environment: Record<string, string> = {}
): { status: number | null; text: string; stderr: string } {
  const [, name = '', rest = ''] = /^npm run ([\w-]+)(?: -- (.*))?$/.exec(line) ?? []
  const words = [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const where = name === 'new-programme' ? ['--root', folder] : []
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, `scripts/${name}.ts`), ...words, ...where],
    { cwd: folder, encoding: 'utf8', env: { ...bareEnvironment(), ...environment } }
  )
  return { status, text: stdout, stderr }
}

async function post(url: string, path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  return { status: response.status, body: await response.json() }
}

test('the worked example leads from an empty folder to the login of the first admin', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'museums-'))
  try {
    const [create = '', plan = '', apply = ''] = exampleCommands
    expect(run(create, folder)).toMatchObject({ status: 0, stderr: '' })
    writeExample(folder)

    const planned = run(plan, folder)
    expect(planned).toMatchObject({ status: 0, stderr: '' })
    expect(planned.text).toContain('projects/visitors/project.json:1 new project "visitors", with ')
    expect(planned.text).toMatch(/\d+ new\. Nothing was written; --apply writes it\.\n$/)

    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'noreply@museums.example' }
    expect(run(apply, folder, mail)).toEqual({
      status: 2,
      text: '',
      stderr:
        'The invitation would lead to http://museums.localhost:4321, which only this machine can open: set SITE_URL, or write "origins" in programmes/museums.json. Nothing was written.\n'
    })

    const applied = run(apply, folder)
    expect(applied.stderr).toBe('')
    expect(applied.text).toContain('new. Everything was written.')
    expect(applied.text).toContain(
      'Only this machine can open it. For a person elsewhere set SITE_URL, or write "origins" in programmes/museums.json, and run this again.'
    )
    const again = run(apply, folder, { SITE_URL: 'https://{code}.example.org' })
    expect(again.text).toContain('\nhttps://museums.example.org/forgot-password?invited=yes&code=')
    expect(again.text).not.toContain('Only this machine')
    const code = /forgot-password\?invited=yes&code=(\S+)/.exec(again.text)?.[1]

    const server = await startProcess({}, [], join(root, 'scripts/api.ts'), folder)
    try {
      const account = { code, new_password: PASSWORD }
      expect(await post(server.url, 'users/change-password', account)).toMatchObject({ status: 200 })
      const login = { programme_id: 1, email_address: 'anna@museums.example', password: PASSWORD }
      expect(await post(server.url, 'auth/login/', login)).toMatchObject({ status: 200 })
    } finally {
      await server.kill()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 400_000)

test('the JSON Schemas are up to date and accept the example', () => {
  for (const kind of fileKinds) {
    const text = readFileSync(join(root, `src/operations/provision/schemas/${kind}.json`), 'utf8')
    expect(text).toBe(jsonSchemaOf(kind))
    const isSound = new Ajv({ strict: false }).compile(JSON.parse(text) as object)
    const files = Object.entries(exampleFiles).filter(([, file]) => file.includes(`schemas/${kind}.json"`))
    expect(files.length).toBeGreaterThan(0)
    for (const [path, file] of files) {
      const value = JSON.parse(file) as object
      expect([path, isSound(value)]).toEqual([path, true])
      expect([path, isSound({ ...value, unknown_field: 1 })]).toEqual([path, false])
    }
  }
})
