// Faults of a programme's file and of its first fields.

import { validProgramme } from './valid-programme.ts'

/** A replacement in the file, and the fault that must be reported for it, hint included. */
export type Malformed = [name: string, from: string, to: string, fault: string]

export const malformedProgrammes: Malformed[] = [
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
    'an offset in place of a time zone',
    '"primaryColour"',
    '"timeZone": "+01:00",\n  "primaryColour"',
    '8:15 timeZone must be the name of a time zone, such as "Europe/London"'
  ],
  [
    'no such time zone',
    '"primaryColour"',
    '"timeZone": "Europe/Londn",\n  "primaryColour"',
    '8:15 timeZone must be the name of a time zone, such as "Europe/London"'
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
  ['code as number', '"alpha"', '7', '3:11 code must be text'],
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
    '8:20 "#fff" cannot be distinguished from the white page (choose a darker or stronger colour)'
  ],
  [
    'almost white',
    '"#0b6e75"',
    '"#fcfbfd"',
    '8:20 "#fcfbfd" cannot be distinguished from the white page (choose a darker or stronger colour)'
  ]
]
