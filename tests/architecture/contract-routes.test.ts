import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { endpointsOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

// The routes of the operations in `src/contract/<resource>.ts` are in the file of the same name in one of the server's modules.

const contract = await Promise.all(
  globSync('src/contract/*.ts').map(async path => {
    const resource = basename(path, '.ts')
    const module = (await import(`../../src/contract/${resource}.ts`)) as object
    return { file: `${resource}.ts`, names: Object.keys(endpointsOf([module])) }
  })
)
const resources = contract.filter(({ file, names }) => file !== 'endpoints.ts' && names.length > 0)

/** The operations whose route a file of the server exports: by name, or by a function that creates it. */
function routesIn(file: string): string[] {
  const names = [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)].map(
    ([, name]) => name!
  )
  const created = names.map(name => name.replace(/^create(?=[A-Z])/, ''))
  const operations = new Set([...names, ...created.map(name => name[0]!.toLowerCase() + name.slice(1))])
  return [...operations].filter(name => name in endpoints)
}

const files = globSync(['src/server/*/*.ts', 'src/server/{builders,questionnaires}/*/*.ts'])

test('every operation is in one resource of the contract', () => {
  expect(resources.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(endpoints).toSorted())
})

test.each(resources)('the routes of contract/$file are in one file of that name', ({ file, names }) => {
  const namesakes = files.filter(candidate => basename(candidate) === file)
  const serving = files.filter(candidate => routesIn(candidate).some(name => names.includes(name)))
  expect(serving).toEqual(namesakes)
  expect(namesakes).toHaveLength(1)
  expect(routesIn(namesakes[0]!).toSorted()).toEqual(names.toSorted())
})
