import { describe, expect, test } from 'vitest'
import { loadProgrammes } from '#programme/load.ts'
import { malformedProgrammes } from '#tests/support/malformed-programmes.ts'
import { malformedSiteConfigs } from '#tests/support/malformed-site-configs.ts'
import { faultsOf, logo, TemporaryFolder } from '#tests/support/programme-folder.ts'
import { validProgramme, withLogo } from '#tests/support/valid-programme.ts'

describe('a malformed programme file', () => {
  test('the file that the cases are made from is valid', () =>
    expect(faultsOf(withLogo(validProgramme))).toEqual([]))

  test.each([...malformedProgrammes, ...malformedSiteConfigs])('%s', (_name, from, to, fault) => {
    expect(validProgramme).toContain(from)
    expect(faultsOf(withLogo(validProgramme.replace(from, () => to)))).toContain(
      `programmes/alpha.json:${fault}`
    )
  })
})

test('all faults of all files are reported together, in reading order', () => {
  const faults = faultsOf({
    'programmes/alpha.json': validProgramme.replace('#0b6e75', 'none').replace('"productName"', '"product"'),
    'programmes/beta.json': '{',
    'programmes/gamma.json': validProgramme.replace('"alpha"', '"gamma"'),
    'public/images/logos/alpha.svg': logo.replace('<rect', '<script/><rect'),
    'public/images/logos/beta.svg': logo,
    'public/images/logos/gamma.svg': logo
  })
  expect(faults.map(fault => fault.split(' ')[0])).toEqual([
    'programmes/alpha.json:1:1',
    'programmes/alpha.json:4:18',
    'programmes/alpha.json:6:3',
    'programmes/alpha.json:8:20',
    'programmes/beta.json:1:2',
    'programmes/gamma.json:4:18',
    'public/images/logos/alpha.svg:1:61'
  ])
  expect(faults).toContain(
    'programmes/gamma.json:4:18 duplicate programmeId 1 (programmes/alpha.json has it already)'
  )
})

const copy = (code: string, id: number): Record<string, string> => ({
  [`programmes/${code}.json`]: validProgramme
    .replace('"alpha"', `"${code}"`)
    .replace('"programmeId": 1', `"programmeId": ${id}`),
  [`public/images/logos/${code}.svg`]: logo
})

function loadedFrom(files: Record<string, string | Buffer>): { codes: string[]; leftOut: string[] } {
  using folder = new TemporaryFolder()
  for (const [path, content] of Object.entries(files)) folder.write(path, content)
  const loaded = loadProgrammes({ root: folder.path })
  if (!loaded.ok) return { codes: [], leftOut: [] }
  return {
    codes: loaded.value.programmes.map(({ programme }) => programme.code),
    leftOut: loaded.value.leftOut
  }
}

test.each<[string, Record<string, string | Buffer>]>([
  ['no JSON', { 'programmes/beta.json': '{' }],
  ['empty', { 'programmes/beta.json': '' }],
  [
    'of one wrong field',
    {
      ...copy('beta', 2),
      'programmes/beta.json': validProgramme
        .replace('"alpha"', '"beta"')
        .replace('"programmeId": 1', '"programmeId": "x"')
    }
  ],
  ['UTF-16', { 'programmes/beta.json': Buffer.from('\ufeff{ "programmeId": 2 }', 'utf16le') }],
  ['a folder', { 'programmes/beta.json/readme.md': '' }],
  [
    'with the code of another',
    { 'programmes/beta.json': validProgramme.replace('"programmeId": 1', '"programmeId": 2') }
  ],
  ['with an ending that an editor added', { 'programmes/beta.json.txt': validProgramme }],
  [
    'with a logo that runs a script',
    { ...copy('beta', 2), 'public/images/logos/beta.svg': logo.replace('<rect', '<script/><rect') }
  ]
])('a file that is %s excludes only its own programme', (_what, files) => {
  expect(loadedFrom({ ...withLogo(validProgramme), ...copy('gamma', 3), ...files })).toEqual({
    codes: ['alpha', 'gamma'],
    leftOut: ['beta']
  })
})

test('of two files with the same id neither is served, even if one is broken', () => {
  const files = { ...withLogo(validProgramme), ...copy('gamma', 3) }
  expect(loadedFrom({ ...files, ...copy('beta', 1) })).toEqual({
    codes: ['gamma'],
    leftOut: ['alpha', 'beta']
  })
  const broken = validProgramme.replace('"alpha"', '"beta"').slice(0, 90)
  expect(loadedFrom({ ...files, 'programmes/beta.json': broken })).toEqual({
    codes: ['gamma'],
    leftOut: ['alpha', 'beta']
  })
})

test('a code that two files claim is reported with the file that has it', () => {
  const faults = faultsOf({
    ...withLogo(validProgramme),
    'programmes/beta.json': validProgramme.replace('"programmeId": 1', '"programmeId": 2'),
    'public/images/logos/beta.svg': logo
  })
  expect(faults).toContain(
    'programmes/beta.json:3:11 duplicate code "alpha" (programmes/alpha.json has it already)'
  )
})

test('a code in other letters is reported once, with the name that it may have', () => {
  const files = withLogo(validProgramme.replace('"alpha"', '"Alpha"'))
  expect(faultsOf(files)).toEqual([
    'programmes/alpha.json:3:11 code "Alpha" does not match the file\'s name (write the code "alpha")',
    'programmes/alpha.json:3:11 code must be lower-case letters, digits and single hyphens, and start with a letter'
  ])
})

test('one address is the site of one programme only', () => {
  const at = (origins: string[]) => `"primaryColour": "#0b6e75",\n  "origins": ${JSON.stringify(origins)},`
  const addressed = (code: string, id: number, origins: string[]) => {
    const path = `programmes/${code}.json`
    const files = copy(code, id)
    return { ...files, [path]: files[path]!.replace('"primaryColour": "#0b6e75",', at(origins)) }
  }
  const faults = faultsOf({
    ...addressed('alpha', 1, ['https://wards.example.org', 'http://localhost:*']),
    ...addressed('beta', 2, ['https://beta.example.org', 'https://WARDS.example.org:443']),
    ...addressed('gamma', 3, ['https://gamma.example.org', 'http://localhost:*'])
  })
  expect(faults).toEqual([
    'programmes/alpha.json:9:14 duplicate origin "https://wards.example.org" (programmes/beta.json has it already)',
    'programmes/beta.json:9:14 duplicate origin "https://wards.example.org" (programmes/alpha.json has it already)'
  ])
})

test('a folder without programmes is one sentence', () => {
  using folder = new TemporaryFolder()
  expect(loadProgrammes({ root: folder.path })).toMatchObject({
    ok: false,
    error: [{ message: 'the folder programmes/ is missing' }]
  })
  folder.write('programmes/readme.md', '')
  expect(loadProgrammes({ root: folder.path })).toMatchObject({
    ok: false,
    error: [{ message: 'there is no programme' }]
  })
})

test('an unknown code gets a suggestion', () => {
  using folder = new TemporaryFolder()
  for (const [path, content] of Object.entries(withLogo(validProgramme))) folder.write(path, content)
  expect(loadProgrammes({ root: folder.path, codes: ['alhpa'] })).toMatchObject({
    ok: false,
    error: [{ message: 'there is no programme "alhpa"', hint: 'did you mean "alpha"?' }]
  })
})
