// The programs in docs/integrating.md: those for Python and R are run as they are written, against a running API, where the language is installed; the calls of all of them exist.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { KeyScope } from '#contract/api-keys.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { keyScopesOf } from '#contract/key-scopes.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'
import { listen } from '#server/http/listen.ts'
import { createKeyFor } from '#tests/support/api-keys.ts'
import { allEndpoints, useServer } from '#tests/support/server.ts'

const server = useServer()
const page = readFileSync('docs/integrating.md', 'utf8')
const programsIn = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, program = '']) => program)

const run = promisify(execFile)
/** How each language runs a program, and what says that it and the packages of the page are installed. */
const languages = {
  python: { command: 'python3', option: '-c', needs: 'import csv' },
  r: { command: 'Rscript', option: '-e', needs: 'library(curl); library(jsonlite); library(readr)' }
}
const isInstalled = ({ command, option, needs }: (typeof languages)['r']): Promise<boolean> =>
  run(command, [option, needs]).then(
    () => true,
    () => false
  )
const installed = { python: await isInstalled(languages.python), r: await isInstalled(languages.r) }

describe.each(['python', 'r'] as const)('%s', language => {
  test.runIf(installed[language])('downloads answers and reads charts', async () => {
    const { command, option } = languages[language]
    const api = await listen({ port: 0 })
    onTestFinished(() => api.close())
    api.handleWith(request => server.fetch(request))
    const { key } = await createKeyFor(server, await server.tokenOf('lead'), ['answers:read', 'charts:read'])
    const [program = ''] = programsIn(language)
    const { stdout } = await run(command, [option, program], {
      env: {
        PATH: process.env['PATH'],
        API: `http://127.0.0.1:${api.port}${API_PATH_PREFIX}`,
        API_KEY: key,
        LANG: 'C.UTF-8'
      }
    })
    const [answers = '', ...charts] = stdout.trim().split('\n')
    expect(Number(/\d{2,}/.exec(answers)?.[0])).toBeGreaterThan(20)
    expect(charts.length).toBeGreaterThan(10)
    expect(charts).toContainEqual(expect.stringMatching(/^Vacancy rate\b.* \d+\.\d+.* \d+\.\d+$/))
  })
})

const CHART_DATA = 'data/getChartData'

/** The operation that a program calls. Only the figures of a chart are read by a POST. */
const operationAt = (path: string): Endpoint | undefined =>
  allEndpoints.find(([, { method, path: known }]) =>
    path.startsWith(CHART_DATA) ? known.startsWith(CHART_DATA) : method === 'GET' && known === path
  )?.[1]

const fieldsOf = (endpoint: Endpoint): string[] =>
  [endpoint.query, endpoint.body].flatMap(shape =>
    shape !== undefined && 'entries' in shape ? Object.keys(shape.entries as object) : []
  )

test.each(['python', 'r', 'powerquery'])('the calls in %s exist with their parameters', language => {
  const program = programsIn(language).join('\n')
  const calls = program.matchAll(
    /(?:\b(?:call|call_api|read_api|paste)\(\s*f?|\bRelativePath = )"([a-z][^"{]*)/g
  )
  const operations = [...calls].map(([, path = '']) => [path, operationAt(path)] as const)
  expect(operations.filter(([, operation]) => operation === undefined)).toEqual([])
  const called = operations.flatMap(([, operation]) => operation ?? [])
  const paths = called.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['answers/export', 'data/getChartData/{a}/{b}']))
  expect(called.filter(operation => keyScopesOf(operation).length === 0)).toEqual([])
  const known = new Set(called.flatMap(fieldsOf))
  const parameters = [...program.matchAll(/\b([a-z_]+_id|layout|format|values|include)"?\s*(?:=(?!=)|:)/g)]
  expect(new Set(parameters.map(([, name]) => name)).size).toBeGreaterThan(4)
  expect(parameters.map(([, name = '']) => name).filter(name => !known.has(name))).toEqual([])
})

test('the table of scopes has the calls of each', () => {
  const listed = Object.fromEntries(
    [...page.matchAll(/^\| (?:`(\w+:read)`|any) \| (.*) \|$/gm)].map(([, scope = 'any', calls = '']) => [
      scope,
      [...calls.matchAll(/`(\w+) ([^`]+)`/g)].map(([, method, path]) => `${method} ${path}`).toSorted()
    ])
  )
  const callsWith = (isListed: (scopes: readonly KeyScope[]) => boolean): string[] =>
    allEndpoints
      .filter(([, endpoint]) => keyScopesOf(endpoint).length > 0 && isListed(keyScopesOf(endpoint)))
      .map(([, { method, path }]) => `${method} ${path}`)
      .toSorted()
  const isAny = (scopes: readonly KeyScope[]): boolean => scopes.length === KeyScope.options.length
  expect(listed).toEqual({
    any: callsWith(isAny),
    ...Object.fromEntries(
      KeyScope.options.map(one => [one, callsWith(scopes => !isAny(scopes) && scopes.includes(one))])
    )
  })
})
