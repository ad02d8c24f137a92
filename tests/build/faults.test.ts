import { describe, expect, test } from 'vitest'
import { loadProgrammes } from '#programme/load.ts'
import { faultsOf, logo, TemporaryFolder } from '../support/programme-folder.ts'
import { malformedProgrammes } from '../support/malformed-programmes.ts'
import { malformedSiteConfigs } from '../support/malformed-site-configs.ts'
import { validProgramme, withLogo } from '../support/valid-programme.ts'

describe('a malformed programme file', () => {
  test('the file that the cases are made from is sound', () =>
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

test('a code that two files claim is told with the file that has it', () => {
  const faults = faultsOf({
    ...withLogo(validProgramme),
    'programmes/beta.json': validProgramme.replace('"programmeId": 1', '"programmeId": 2'),
    'public/images/logos/beta.svg': logo
  })
  expect(faults).toContain(
    'programmes/beta.json:3:11 duplicate code "alpha" (programmes/alpha.json has it already)'
  )
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

test('an unknown code is answered with the one that was meant', () => {
  using folder = new TemporaryFolder()
  for (const [path, content] of Object.entries(withLogo(validProgramme))) folder.write(path, content)
  expect(loadProgrammes({ root: folder.path, codes: ['alhpa'] })).toMatchObject({
    ok: false,
    error: [{ message: 'there is no programme "alhpa"', hint: 'did you mean "alpha"?' }]
  })
})
