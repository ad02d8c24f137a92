// Programme files that are valid, damaged or malicious.

import { logo } from './programme-folder.ts'

/** Fields that replace those of a valid file, or the file's whole text, and other files. */
export type Case = [
  name: string,
  fields: Record<string, unknown> | string,
  files?: Record<string, string | Buffer>
]

const base = {
  code: 'alpha',
  programmeId: 1,
  programmeName: 'Alpha Network',
  productName: 'Alpha',
  apiBase: 'https://api.alpha.example',
  primaryColour: '#0b6e75'
}
const site = (siteConfig: Record<string, unknown>) => ({ siteConfig })

export const legitimate: Case[] = [
  ['idn api', { apiBase: 'https://api.bücher.example' }],
  ['idn origin', { origins: ['https://bücher.example'] }],
  ['punycode', { origins: ['https://xn--bcher-kva.example'] }],
  ['idn link', site({ privacy_url: 'https://bücher.example/datenschutz' })],
  ['idn redirect', site({ redirects: { '/a': 'https://bücher.example/' } })],
  ['idn mail', site({ support_email: 'hilfe@bücher.example' })],
  ['port', { apiBase: 'https://api.alpha.example:8443/base/' }],
  ['ipv6', { apiBase: 'http://[::1]:4322', origins: ['http://[::1]:4321'] }],
  ['ip', { apiBase: 'http://10.0.0.1:4322' }],
  ['upper host', { apiBase: 'https://API.Alpha.example' }],
  ['upper origin', { origins: ['https://Alpha.example'] }],
  ['default port origin', { origins: ['https://alpha.example:443'] }],
  ['any port', { origins: ['https://a.example', 'http://localhost:*'] }],
  ['trailing dot', { apiBase: 'https://api.alpha.example.' }],
  ['umlaut path', site({ privacy_url: '/datenschutz-f%C3%BCr-alle' })],
  ['colour name', { primaryColour: 'teal' }],
  ['rgb()', { primaryColour: 'rgb(11 110 117)' }],
  ['hsl', { primaryColour: 'hsl(184, 83%, 25%)' }],
  ['oklch', { primaryColour: 'oklch(50% 0.1 200)' }],
  ['short', { primaryColour: '#067' }],
  ['black', { primaryColour: '#000' }],
  ['spaces colour', { primaryColour: ' #0b6e75 ' }],
  ['emoji name', { productName: 'Alpha 🌍' }],
  ['family emoji', { productName: '👩‍👧 Families' }],
  ['arabic', { programmeName: 'شبكة المستشفيات', productName: 'المقارنة' }],
  ['persian zwnj', { productName: 'کتاب‌خانه' }],
  ['hindi', { productName: 'पुस्तकालय' }],
  ['cjk', { productName: '図書館' }],
  ['apostrophe', { programmeName: "King's & Queen's <NHS>" }],
  ['code digits', { code: 'a1' }],
  ['code com10', { code: 'com10' }],
  ['code company', { code: 'company' }],
  ['code console', { code: 'console' }],
  ['code one', { code: 'x' }],
  ['code 40', { code: 'a'.repeat(40) }],
  ['api in middle', { code: 'my-api' }],
  ['max id', { programmeId: 2147483647 }],
  ['intro', site({ intro_html: '<p>Hello <strong>you</strong> &amp; <a href="/x">x</a></p>' })],
  ['mailto', site({ intro_html: '<p><a href="mailto:a@b.example">x</a></p>' })],
  ['redirect slash', site({ redirects: { '/old/': '/projects' } })],
  ['nav query', site({ navigation: [{ label: 'News', path: '/news?x=1#y' }] })],
  [
    'types',
    site({
      explorer_types: [
        { explorer_type: 'results', label: 'R' },
        { explorer_type: 'trends', label: 'T' }
      ]
    })
  ],
  ['search as type', site({ explorer_types: [{ explorer_type: 'search', label: 'R' }] })],
  ['flags', site({ feature_flags: { what_if: false, other: true } })],
  ['min 1', site({ minimum_peer_count: 1 })],
  ['empty config', site({})],
  ['crlf', JSON.stringify(base, null, 1).replaceAll('\n', '\r\n')],
  ['escaped unicode', JSON.stringify(base).replace('Alpha Network', 'Alpha \\u00e9\\ud83c\\udf0d')],
  ['svg bom', {}, { 'public/images/logos/alpha.svg': '\ufeff' + logo }],
  [
    'svg xml decl',
    {},
    { 'public/images/logos/alpha.svg': '<?xml version="1.0" encoding="UTF-8"?>\n' + logo }
  ],
  ['svg comment', {}, { 'public/images/logos/alpha.svg': '<!-- made by X -->\n' + logo }],
  [
    'svg utf8 text',
    {},
    { 'public/images/logos/alpha.svg': logo.replace('<rect', '<title>Bücher</title><rect') }
  ],
  ['tz', { timeZone: 'Europe/Berlin' }],
  ['ideographic dots of an input method', { apiBase: 'https://api\u3002alpha\u3002example' }],
  [
    'two types of one name',
    site({
      explorer_types: [
        { explorer_type: 'a', label: 'R' },
        { explorer_type: 'b', label: 'R' }
      ]
    })
  ],
  ['a redirect in capitals', site({ redirects: { '/Login': '/x' } })]
]

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
export const hostile: Case[] = [
  ...[
    'con',
    'prn',
    'aux',
    'nul',
    'com1',
    'com9',
    'lpt1',
    'lpt9',
    'com0',
    'www',
    'api',
    'localhost',
    'schema',
    'assets',
    'builds',
    'v1.2',
    'a_b',
    'A',
    '1a',
    'a--b',
    '-a',
    'a-',
    'xn--a',
    'ä',
    'a b',
    'a/b',
    'a'.repeat(41),
    '\u200b',
    'constructor.x'
  ].map((code): Case => [`code ${code}`, { code }]),
  ['png', {}, { 'public/images/logos/alpha.svg': png }],
  ['jpg', {}, { 'public/images/logos/alpha.svg': Buffer.from('ffd8ffe000104a46494600010100', 'hex') }],
  ['gif', {}, { 'public/images/logos/alpha.svg': Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1') }],
  ['webp', {}, { 'public/images/logos/alpha.svg': Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1') }],
  ['pdf', {}, { 'public/images/logos/alpha.svg': '%PDF-1.4\n' }],
  ['svgz', {}, { 'public/images/logos/alpha.svg': Buffer.from('1f8b0800000000000003', 'hex') }],
  ['html', {}, { 'public/images/logos/alpha.svg': '<!doctype html><html><body></body></html>' }],
  ['surrogate', JSON.stringify(base).replace('Alpha Network', 'Alpha \\ud800')],
  [
    'surrogate key',
    JSON.stringify({ ...base, siteConfig: { feature_flags: { X: true } } }).replace('"X"', '"\\udc00"')
  ],
  [
    'surrogate intro',
    JSON.stringify({ ...base, siteConfig: { intro_title: 'X' } }).replace('"X"', '"\\udc00"')
  ],
  ['nul', { programmeName: 'a\0b' }],
  ['nul intro', site({ intro_html: '<p>a\0</p>' })],
  ['zero width name', { productName: '\u200b' }],
  ['hangul filler', { productName: '\u3164' }],
  ['rlo name', { productName: 'Alpha\u202egnp' }],
  ['rli intro title', site({ intro_title: '\u2067abc' })],
  ['line separator', { productName: 'A\u2028B' }],
  ['nbsp name', { productName: '\u00a0' }],
  ['c1 control', { productName: 'A\u0085B' }],
  ['ctl intro title', site({ intro_title: 'a\u0007b' })],
  ['newline intro title', site({ intro_title: 'a\nb' })],
  ['label zw', site({ navigation: [{ label: '\u200b', path: '/x' }] })],
  ['bad idn', { apiBase: 'https://bü cher.example' }],
  ['fullwidth', { apiBase: 'https://ａlpha.example' }],
  ['underscore host', { apiBase: 'https://api_alpha.example' }],
  ['label 64', { apiBase: `https://${'a'.repeat(64)}.example` }],
  ['host 254', { apiBase: `https://${('a'.repeat(60) + '.').repeat(5)}example` }],
  ['dash label', { apiBase: 'https://-alpha.example' }],
  ['octal ip', { apiBase: 'http://0177.0.0.1' }],
  ['empty label', { apiBase: 'https://a..example' }],
  ['port 99999', { apiBase: 'https://a.example:99999' }],
  ['port 0', { apiBase: 'https://a.example:0' }],
  ['backslash', { apiBase: 'https:\\\\a.example' }],
  ['user', { apiBase: 'https://u@a.example' }],
  ['js link', site({ privacy_url: 'javascript:alert(1)' })],
  ['proto rel', site({ privacy_url: '//evil.example' })],
  ['backslash path', site({ privacy_url: '/\\evil.example' })],
  ['bad percent', site({ privacy_url: '/a%zz' })],
  ['origin path', { origins: ['https://a.example/x'] }],
  ['origin star', { origins: ['*'] }],
  ['origin null', { origins: ['null'] }],
  ['origin ftp', { origins: ['ftp://a.example'] }],
  ['origin user', { origins: ['https://u:p@a.example'] }],
  ['origin first *', { origins: ['http://a.example:*'] }],
  ['origin idn underscore', { origins: ['https://bü_cher.example'] }],
  ['mail 2', site({ support_email: 'a@b.example,c@d.example' })],
  ['mail newline', site({ support_email: 'a@b.example\nBcc: x@y.example' })],
  ['mail header', site({ support_email: 'a@b.example?bcc=x@y.example' })],
  ['mail long', site({ support_email: 'a'.repeat(300) + '@b.example' })],
  ['id -1', { programmeId: -1 }],
  ['id big', { programmeId: 2147483648 }],
  ['id 1e300', { programmeId: 1e300 }],
  ['id true', { programmeId: true }],
  ['id null', { programmeId: null }],
  ['proto', '{"__proto__":{}, ' + JSON.stringify(base).slice(1)],
  ['constructor', { constructor: 1 }],
  ['siteconfig array', { siteConfig: [] }],
  ['siteconfig null', { siteConfig: null }],
  ['script intro', site({ intro_html: '<script>x</script>' })],
  ['handler', site({ intro_html: '<p onclick="x">a</p>' })],
  ['js href', site({ intro_html: '<a href="jav&#x09;ascript:alert(1)">a</a>' })],
  ['unclosed', site({ intro_html: '<p>a' })],
  ['svg script', {}, { 'public/images/logos/alpha.svg': logo.replace('<rect', '<script/><rect') }],
  ['svg entity', {}, { 'public/images/logos/alpha.svg': '<!DOCTYPE svg [<!ENTITY a "b">]>\n' + logo }],
  ['svg two roots', {}, { 'public/images/logos/alpha.svg': logo + logo }],
  ['svg text after', {}, { 'public/images/logos/alpha.svg': logo + 'hello' }],
  [
    'svg style import',
    {},
    { 'public/images/logos/alpha.svg': logo.replace('<rect', '<style>@import url(x)</style><rect') }
  ],
  ['svg foreign', {}, { 'public/images/logos/alpha.svg': logo.replace('<rect', '<foreignObject/><rect') }],
  ['svg empty', {}, { 'public/images/logos/alpha.svg': '' }],
  [
    'svg no drawing',
    {},
    { 'public/images/logos/alpha.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"></svg>' }
  ],
  ['svg zero box', {}, { 'public/images/logos/alpha.svg': logo.replace('0 0 30 30', '0 0 0 0') }],
  ['svg nan box', {}, { 'public/images/logos/alpha.svg': logo.replace('0 0 30 30', '0 0 ... 30') }],
  ['svg NUL', {}, { 'public/images/logos/alpha.svg': logo.replace('<rect', '\0<rect') }],
  ['redirect self', site({ redirects: { '/a': '/a' } })],
  ['redirect login', site({ redirects: { '/login': '/x' } })],
  [
    'types dup',
    site({
      explorer_types: [
        { explorer_type: 'a', label: 'R' },
        { explorer_type: 'a', label: 'T' }
      ]
    })
  ],
  ['types about', site({ explorer_types: [{ explorer_type: 'about', label: 'R' }] })],
  ['types dot', site({ explorer_types: [{ explorer_type: 'a.b', label: 'R' }] })],
  ['types long', site({ explorer_types: [{ explorer_type: 'a'.repeat(61), label: 'R' }] })],
  ['word', site({ submission_word: { one: '\u200b', many: 'x' } })],
  ['white', { primaryColour: 'white' }],
  ['transparent', { primaryColour: 'transparent' }],
  ['colour inject', { primaryColour: '#000;}body{' }],
  ['flag proto', '{"siteConfig":{"feature_flags":{"__proto__":true}},' + JSON.stringify(base).slice(1)],
  ['tz bad', { timeZone: 'Mars/Olympus' }],
  ['long $schema', { $schema: 5 }]
]
