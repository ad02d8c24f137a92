// The OpenAPI document as integrators use it: two linters find no error, and a generated client compiles and works.

import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { openApiTools } from '#tests/support/openapi-tools.ts'
import { startProcess } from '#tests/support/server-process.ts'

const run = promisify(execFile)
const file = (name: string): string => join(openApiTools.folder, name)
const isThere = openApiTools.install().length === 0

/** The specification's own paths end with a slash here and there. */
const SLASHES = 'no-path-trailing-slash'

interface RedoclyReport {
  problems: { severity: string; ruleId: string; message: string }[]
}

describe.skipIf(!isThere)('the OpenAPI document', () => {
  beforeAll(() => {
    writeFileSync(file('openapi.json'), JSON.stringify(openApiDocument(endpoints)))
    writeFileSync(file('.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  })

  test('has no error for Redocly but the specification’s own paths', async () => {
    const words = ['lint', file('openapi.json'), '--extends=recommended', '--format=json']
    const { stdout } = await run(openApiTools.command('redocly'), words, { maxBuffer: 1e8 }).catch(
      (error: unknown) => error as { stdout: string }
    )
    const { problems } = JSON.parse(stdout) as RedoclyReport
    const errors = problems.filter(({ severity, ruleId }) => severity === 'error' && ruleId !== SLASHES)
    expect(errors.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
    expect(problems.some(({ ruleId }) => ruleId === SLASHES)).toBe(true)
  })

  test('has no error for Spectral', () => {
    const words = ['lint', file('openapi.json'), '-r', file('.spectral.yaml'), '--fail-severity=error', '-q']
    const { status, stdout } = spawnSync(openApiTools.command('spectral'), words, { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, ''])
  })

  test('gives a typed client that compiles under strict and drives the server', async () => {
    copyFileSync(new URL('openapi/client.ts', import.meta.url), file('client.ts'))
    await run(openApiTools.command('openapi-typescript'), [file('openapi.json'), '-o', file('schema.d.ts')])
    const rules = [
      '--strict',
      '--noEmit',
      '--target',
      'esnext',
      '--module',
      'nodenext',
      '--lib',
      'esnext,dom,dom.iterable'
    ]
    const words = [...rules, '--allowImportingTsExtensions', '--noUncheckedIndexedAccess', file('client.ts')]
    await run(openApiTools.command('tsc'), words, { cwd: openApiTools.folder })

    const server = await startProcess(
      { DATA_DIRECTORY: file(`data-${Date.now()}`) },
      ['--demo'],
      'scripts/api.ts'
    )
    const { stdout } = await run(process.execPath, [file('client.ts'), server.url, DEMO_PASSWORD])
    await server.kill()
    expect(JSON.parse(stdout)).toEqual({ period: expect.stringMatching(/\d{4}/), detail: expect.any(String) })
  }, 600_000)
})
