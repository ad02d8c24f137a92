import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeFault } from '#programme/faults/fault.ts'
import { loadProgrammes } from '#programme/load.ts'
import { faultsOf, logo, programmeJson, TemporaryFolder } from '#tests/support/programme-folder.ts'
import { validProgramme, withLogo } from '#tests/support/valid-programme.ts'

// Mistakes that people who do not program make in a programme's file, and the messages that they get.

/** A replacement, and the fault that must be reported for it, including its hint. */
const slips: [string, string, string, string][] = [
  ['cut off', '  }\n}\n', '', '17:1 a closing } is missing (write one for each {)'],
  [
    'trailing comma',
    '"label": "Results" }]',
    '"label": "Results" }],',
    '16:75 there is nothing after this comma (remove the comma)'
  ],
  ['two commas', '"Alpha",\n', '"Alpha",,\n', '6:26 there are two commas here (remove one)'],
  [
    'missing comma',
    '"Alpha",\n',
    '"Alpha"\n',
    '7:3 a comma is missing before this (write one after the line above)'
  ],
  ['comment', '  "code"', '  // the code\n  "code"', '3:3 JSON has no comments (remove it)'],
  [
    'comment of several lines',
    '  "code"',
    '  /* the\n code */ "code"',
    '3:3 JSON has no comments (remove it)'
  ],
  [
    'single quotes',
    '"alpha"',
    "'alpha'",
    '3:11 text must be in double quotes, not in \' (write a straight " in its place)'
  ],
  ['curly quotes', '"alpha"', '“alpha”', '3:11 “ is a curly quote (write a straight " in its place)'],
  [
    'curly quotes around a name',
    '"code"',
    '“code”',
    '3:3 “ is a curly quote (write a straight " in its place)'
  ],
  [
    'a curly quote at the end',
    '"alpha"',
    '"alpha”',
    '3:11 this text is not closed on its line (write " at its end, and \\n for a line break in it)'
  ],
  ['German quotes', '"alpha"', '„alpha“', '3:11 „ is a curly quote (write a straight " in its place)'],
  [
    'True',
    '"siteConfig": {',
    '"siteConfig": {\n    "otp_required": True,',
    '10:21 "True" is not valid in JSON (write true)'
  ],
  [
    'None',
    '"siteConfig": {',
    '"siteConfig": {\n    "otp_required": None,',
    '10:21 "None" is not valid in JSON (write null)'
  ],
  [
    'a text without quotes',
    '"alpha"',
    'alpha',
    '3:11 "alpha" is neither in quotes nor a number (write "alpha" in double quotes)'
  ],
  [
    'a name without quotes',
    '"code"',
    'code',
    '3:3 "code" is neither in quotes nor a number (write "code" in double quotes)'
  ],
  [
    'a special space',
    '  "code"',
    ' \u00a0"code"',
    '3:2 this is not a plain space (delete it and type a space)'
  ],
  [
    'no colon',
    '"code":',
    '"code"',
    '3:10 a colon is missing between a name and its value (write : after the name)'
  ],
  [
    'a missing value',
    '"alpha"',
    '',
    '3:11 a value is missing here (write text in quotes, a number, true or false)'
  ],
  [
    'something after the end',
    '  }\n}\n',
    '  }\n}\n}\n',
    '19:1 there is text after the end (a file must contain one { … })'
  ],
  [
    'a key of siteConfig beside it',
    '"primaryColour"',
    '"intro_title": "A",\n  "primaryColour"',
    '8:3 "intro_title" belongs in siteConfig (move it between the braces after "siteConfig":)'
  ],
  [
    'a key in siteConfig that belongs beside it',
    '"intro_title"',
    '"productName": "A",\n    "intro_title"',
    '10:5 "productName" belongs beside siteConfig, not in it (move it to the top of the file)'
  ],
  [
    'explorer type at the address of a page',
    '"results"',
    '"dashboard"',
    '16:43 "dashboard" is the address of another page of a project (choose another, such as dashboard-results)'
  ],
  [
    'explorer type twice',
    '"label": "Results" }]',
    '"label": "Results" }, { "explorer_type": "results", "label": "R" }]',
    '16:95 explorer_type "results" occurs twice (each needs an address of its own)'
  ]
]

describe('a slip in the file', () => {
  test.each(slips)('%s', (_name, from, to, fault) => {
    expect(validProgramme).toContain(from)
    expect(faultsOf(withLogo(validProgramme.replace(from, () => to)))[0]).toBe(
      `programmes/alpha.json:${fault}`
    )
  })
})

const encoded: [string, Buffer, string][] = [
  [
    'UTF-16',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(validProgramme, 'utf16le')]),
    '1:1 the file is saved as UTF-16 (save it as UTF-8)'
  ],
  [
    'UTF-16 without its mark',
    Buffer.from(validProgramme, 'utf16le'),
    '1:1 the file is saved as UTF-16 (save it as UTF-8)'
  ],
  [
    'UTF-16, the other way',
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(validProgramme, 'utf16le').swap16()]),
    '1:1 the file is saved as UTF-16 (save it as UTF-8)'
  ],
  [
    'Latin-1',
    Buffer.from(validProgramme.replace('Alpha Network', 'Älpha Network'), 'latin1'),
    '5:21 the file is saved in an old encoding such as Latin-1, which shows at this letter (save it as UTF-8)'
  ]
]

test.each(encoded)('a file saved as %s is reported with its position', (_name, bytes, fault) => {
  expect(faultsOf(withLogo(bytes))).toEqual([`programmes/alpha.json:${fault}`])
})

test('a replacement character is allowed in a text', () => {
  expect(faultsOf(withLogo(validProgramme.replace('Welcome', 'Welcome \ufffd')))).toEqual([])
})

test.each([
  ['alpha.json.txt', "this looks like a programme's file with .txt after its name (rename it alpha.json)"],
  ['beta.JSON', 'the ending must be in lower case (rename it beta.json)'],
  ['Beta.Json.TXT', "this looks like a programme's file with .txt after its name (rename it beta.json)"]
])('%s is reported by name and not ignored', (name, fault) => {
  const files = {
    ...withLogo(validProgramme),
    [`programmes/${name}`]: validProgramme,
    'programmes/notes.txt': '',
    'programmes/read.md': ''
  }
  expect(faultsOf(files)).toEqual([`programmes/${name}:1:1 ${fault}`])
})

test('a programme named schema is refused by name', () => {
  expect(
    faultsOf({ ...withLogo(validProgramme), 'programmes/schema.json': programmeJson({ code: 'schema' }) })
  ).toEqual([expect.stringMatching(/^programmes\/schema\.json:1:1 a programme cannot be named schema/)])
})

test.each([
  [
    'folder',
    (path: string) => mkdirSync(path),
    'this is a folder, not a file (put a file of this name here, or rename the folder)'
  ],
  [
    'dangling link',
    (path: string) => symlinkSync('nowhere', path),
    'this is a link, or is in a linked folder (replace the link with the file itself)'
  ]
])('a %s in place of a file is refused by name', (_name, put, fault) => {
  for (const path of ['programmes/beta.json', 'programmes/schema.json', 'public/images/logos/beta.svg']) {
    using folder = new TemporaryFolder()
    for (const [name, content] of Object.entries(withLogo(validProgramme))) folder.write(name, content)
    if (path.startsWith('public'))
      folder.write('programmes/beta.json', programmeJson({ code: 'beta', programmeId: 2 }))
    put(folder.file(path))
    const loaded = loadProgrammes({ root: folder.path })
    expect((loaded.ok ? loaded.value.faults : loaded.error).map(describeFault)).toEqual([
      `${path}:1:1 ${fault}`
    ])
  }
})

test.each(['alpha.SVG', 'Alpha.svg', 'alpha.svg.txt'])('a logo saved as %s is named', name => {
  expect(
    faultsOf({ 'programmes/alpha.json': validProgramme, [`public/images/logos/${name}`]: logo })
  ).toEqual([`programmes/alpha.json:1:1 the logo public/images/logos/alpha.svg is missing (rename ${name})`])
})
