// A corpus of programme files: legitimate ones in all their variety, and hostile or broken ones.

import { expect, test } from 'vitest'
import { loadProgrammes } from '#programme/load.ts'
import { hostile, legitimate, type Case } from '#tests/support/programme-corpus.ts'
import { faultsOf, logo, programmeJson, TemporaryFolder } from '#tests/support/programme-folder.ts'

/** The files of a programme, named by its code where possible. */
function filesOf([, fields, files = {}]: Case): Record<string, string | Buffer> {
  const code = typeof fields === 'object' && typeof fields['code'] === 'string' ? fields['code'] : 'alpha'
  const name = code.replaceAll('/', '_')
  return {
    [`programmes/${name}.json`]: typeof fields === 'string' ? fields : programmeJson(fields),
    [`public/images/logos/${name}.svg`]: logo,
    ...files
  }
}

test.each(legitimate)('%s is accepted', (...one) => expect(faultsOf(filesOf(one))).toEqual([]))

test.each(hostile)('%s is refused at its position', (...one) => {
  const faults = faultsOf(filesOf(one))
  const [, fields, files] = one
  expect(faults.length).toBeGreaterThan(0)
  const file =
    files === undefined ? /^programmes\/.+\.json:\d+:\d+ \S/ : /^public\/images\/logos\/alpha\.svg:\d+:\d+ \S/
  for (const fault of faults) expect(fault).toMatch(file)
  if (files !== undefined || typeof fields === 'string') return
  const lines = programmeJson(fields).split('\n')
  const line = Number(/:(\d+):/.exec(faults[0]!)?.[1])
  const [name = ''] = Object.keys(fields['siteConfig'] ?? fields)
  // The line of the field, or one below it.
  expect(line).toBeGreaterThanOrEqual(
    Math.max(
      1,
      lines.findIndex(text => text.includes(`"${name}"`))
    )
  )
})

test('internationalised addresses are kept in their DNS form', () => {
  using folder = new TemporaryFolder()
  const addresses = {
    apiBase: 'https://api.bücher.example:8443/v1/',
    origins: ['https://Bücher.example:443'],
    siteConfig: { privacy_url: 'https://bücher.example/a?b#c' }
  }
  for (const [path, content] of Object.entries(filesOf(['', addresses]))) folder.write(path, content)
  const loaded = loadProgrammes({ root: folder.path })
  expect(loaded.ok && loaded.value.programmes[0]?.programme).toMatchObject({
    apiBase: 'https://api.xn--bcher-kva.example:8443/v1',
    origins: ['https://xn--bcher-kva.example'],
    siteConfig: { privacy_url: 'https://xn--bcher-kva.example/a?b#c' }
  })
})

test.each([
  ['a PNG picture', '\u0089PNG\r\n'],
  ['a compressed file', '\u001f\u008b\b']
])('%s in place of a logo is named', (name, bytes) =>
  expect(
    faultsOf(filesOf(['', {}, { 'public/images/logos/alpha.svg': Buffer.from(bytes, 'latin1') }]))
  ).toEqual([expect.stringContaining(`this is ${name}, despite its name`)])
)
