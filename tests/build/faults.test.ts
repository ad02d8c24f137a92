import { describe, expect, test } from 'vitest'
import { loadProgrammes } from '#programme/load.ts'
import { faultsOf, logo, TemporaryFolder } from '../support/programme-folder.ts'
import { validProgramme, withLogo } from '../support/valid-programme.ts'

const PLAIN_PATH = 'a redirect source must be a plain path of letters, digits and - . _ ~ that starts with /'

/** What is replaced by what, and the fault that must be reported for it, hint included. */
const malformed: [string, string, string, string][] = [
  ['empty file', validProgramme, '', '1:1 the file is empty'],
  ['no object', validProgramme, '[]', '1:1 a programme must be one JSON object'],
  ['a bare text', validProgramme, '"alpha"', '1:1 a programme must be one JSON object'],
  [
    'byte order mark',
    '{\n  "$schema"',
    '\ufeff{\n  "$schema"',
    '1:1 the file begins with a byte order mark (save it as UTF-8 without BOM)'
  ],
  ['duplicate key', '  "productName"', '  "code": "alpha",\n  "productName"', '6:3 duplicate key "code"'],
  [
    'duplicate key below',
    '"intro_title"',
    '"intro_title": "A",\n    "intro_title"',
    '11:5 duplicate key "intro_title"'
  ],
  [
    'unknown field',
    '"primaryColour"',
    '"primaryColor"',
    '8:3 unknown field "primaryColor" (did you mean "primaryColour"?)'
  ],
  [
    'unknown field in other spelling',
    '"programmeName"',
    '"programme_name"',
    '5:3 unknown field "programme_name" (did you mean "programmeName"?)'
  ],
  ['unknown field like nothing', '"$schema"', '"wibble"', '2:3 unknown field "wibble"'],
  [
    'unknown field of siteConfig',
    '"minimum_peer_count"',
    '"minimum_peers_count"',
    '11:5 unknown field "minimum_peers_count" (did you mean "minimum_peer_count"?)'
  ],
  [
    'unknown field of a link',
    '"path": "/news"',
    '"paht": "/news"',
    '15:39 unknown field "paht" (did you mean "path"?)'
  ],
  ['missing field', '  "productName": "Alpha",\n', '', '1:1 missing field "productName"'],
  ['missing field of a link', ', "path": "/news"', '', '15:20 missing field "path"'],
  [
    'code with capitals',
    '"alpha"',
    '"Alpha"',
    '3:11 code must be lower-case letters, digits and single hyphens, and start with a letter'
  ],
  [
    'code with a slash',
    '"alpha"',
    '"../alpha"',
    '3:11 code must be lower-case letters, digits and single hyphens, and start with a letter'
  ],
  [
    'code with a dot',
    '"alpha"',
    '"alpha.beta"',
    '3:11 code must be lower-case letters, digits and single hyphens, and start with a letter'
  ],
  ['reserved code', '"alpha"', '"localhost"', '3:11 code is a reserved name'],
  [
    'code other than the file',
    '"alpha"',
    '"beta"',
    '3:11 code "beta" does not match the file\'s name (name the file beta.json or write the code "alpha")'
  ],
  ['code as number', '"alpha"', '7', '3:11 code must be a text'],
  ['programmeId as text', '"programmeId": 1', '"programmeId": "1"', '4:18 programmeId must be a number'],
  ['programmeId zero', '"programmeId": 1', '"programmeId": 0', '4:18 programmeId must be at least 1'],
  ['programmeId broken', '"programmeId": 1', '"programmeId": 1.5', '4:18 programmeId must be a whole number'],
  ['empty name', '"Alpha Network"', '" "', '5:20 programmeName must not be empty'],
  [
    'name of two lines',
    '"Alpha Network"',
    '"Alpha\\nNetwork"',
    '5:20 programmeName must be one line without control characters'
  ],
  [
    'name too long',
    '"productName": "Alpha"',
    `"productName": "${'A'.repeat(61)}"`,
    '6:18 productName must not be longer than 60 characters'
  ],
  [
    'apiBase relative',
    '"https://api.alpha.example"',
    '"/api"',
    '7:14 apiBase must be an absolute http(s) URL'
  ],
  [
    'apiBase of another scheme',
    '"https://api.alpha.example"',
    '"ftp://api.alpha.example"',
    '7:14 apiBase must be an absolute http(s) URL'
  ],
  [
    'apiBase without a scheme',
    '"https://api.alpha.example"',
    '"api.alpha.example"',
    '7:14 apiBase must be an absolute http(s) URL'
  ],
  [
    'apiBase with a password',
    '"https://api.alpha.example"',
    '"https://a:b@api.alpha.example"',
    '7:14 apiBase must be an absolute http(s) URL'
  ],
  [
    'apiBase with a query',
    '"https://api.alpha.example"',
    '"https://api.alpha.example?x=1"',
    '7:14 apiBase must have no query and no fragment'
  ],
  [
    'colour that is none',
    '"#0b6e75"',
    '"teal-ish"',
    '8:20 "teal-ish" is not an opaque colour (write it as #rrggbb)'
  ],
  [
    'colour of too few digits',
    '"#0b6e75"',
    '"#0b6e7"',
    '8:20 "#0b6e7" is not an opaque colour (write it as #rrggbb)'
  ],
  [
    'transparent colour',
    '"#0b6e75"',
    '"#0b6e7580"',
    '8:20 "#0b6e7580" is not an opaque colour (write it as #rrggbb)'
  ],
  [
    'white',
    '"#0b6e75"',
    '"#fff"',
    '8:20 "#fff" cannot be told from the white page (choose a darker or stronger colour)'
  ],
  [
    'almost white',
    '"#0b6e75"',
    '"#fcfbfd"',
    '8:20 "#fcfbfd" cannot be told from the white page (choose a darker or stronger colour)'
  ],
  [
    'siteConfig as list',
    /"siteConfig": \{[^]*\}\n\}/.exec(validProgramme)?.[0] ?? '',
    '"siteConfig": []\n}',
    '9:17 siteConfig must be an object'
  ],
  [
    'peer count as text',
    '"minimum_peer_count": 5',
    '"minimum_peer_count": "five"',
    '11:27 minimum_peer_count must be a number'
  ],
  [
    'peer count zero',
    '"minimum_peer_count": 5',
    '"minimum_peer_count": 0',
    '11:27 minimum_peer_count must be at least 1'
  ],
  [
    'other quartiles',
    '"intro_title": "Welcome"',
    '"quartile_method": "tukey"',
    '10:24 quartile_method must be "linear"'
  ],
  [
    'email that is none',
    '"intro_title": "Welcome"',
    '"support_email": "help"',
    '10:22 support_email must be an email address or empty'
  ],
  [
    'link by script',
    '"intro_title": "Welcome"',
    '"privacy_url": "javascript:alert(1)"',
    '10:20 privacy_url must be a path that starts with / or an absolute http(s) URL'
  ],
  [
    'flag as text',
    '"intro_title": "Welcome"',
    '"registration_enabled": "yes"',
    '10:29 registration_enabled must be true or false'
  ],
  [
    'script in the introduction',
    '"intro_title": "Welcome"',
    '"intro_html": "<script>1</script>"',
    '10:19 <script> is not allowed in intro_html'
  ],
  [
    'handler in the introduction',
    '"intro_title": "Welcome"',
    '"intro_html": "<p onclick=\'x\'>A</p>"',
    '10:19 "onclick" is not allowed on <p> in intro_html'
  ],
  ['introduction left open', '"intro_title": "Welcome"', '"intro_html": "<p>A"', '10:19 <p> is not closed'],
  ['redirect from a URL', '"/help":', '"https://help":', `13:7 ${PLAIN_PATH}: "https://help"`],
  [
    'API at any host',
    '"https://api.alpha.example"',
    '"https://*"',
    '7:14 apiBase must be an absolute http(s) URL'
  ],
  [
    'API at a host that ends a directive',
    '"https://api.alpha.example"',
    '"https://a;script-src-elem"',
    '7:14 apiBase must be an absolute http(s) URL'
  ],
  [
    'redirect to a script',
    '"https://alpha.example/help"',
    '"javascript:1"',
    '13:16 a redirect target must be a path that starts with / or an absolute http(s) URL'
  ],
  [
    'redirect to another host without scheme',
    '"https://alpha.example/help"',
    '"//evil.example"',
    '13:16 a redirect target must be a path that starts with / or an absolute http(s) URL'
  ],
  [
    'redirect to itself',
    '"https://alpha.example/help"',
    '"/help?again=1"',
    '13:7 redirect loop: /help → /help'
  ],
  [
    'redirect loop',
    '"https://alpha.example/help"',
    '"/a",\n      "/a": "/b",\n      "/b": "/a/"',
    '14:7 redirect loop: /a → /b → /a'
  ],
  ['navigation without a path', '"/news"', '"news"', '15:47 path must start with one /'],
  [
    'explorer type with a blank',
    '"results"',
    '"the results"',
    '16:43 explorer_type must be lower-case letters, digits and hyphens'
  ],
  [
    'date format',
    '"intro_title": "Welcome"',
    '"date_format": "dd.mm.yy"',
    '10:20 date_format must be one of "d MMM yyyy", "dd/MM/yyyy", "MM/dd/yyyy", "yyyy-MM-dd"'
  ]
]

describe('a malformed programme file', () => {
  test('the file that the cases are made from is sound', () =>
    expect(faultsOf(withLogo(validProgramme))).toEqual([]))

  test.each(malformed)('%s', (_name, from, to, fault) => {
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
