import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printableLine } from '#lib/text/printable.ts'
import { faultsOf, logo, programmeJson } from '#tests/support/programme-folder.ts'

const OTHER_LETTERS =
  'a redirect target contains a space, a line break or another character that addresses cannot have; percent-encode it'
const PLAIN_PATH = 'a redirect source must be a plain path of letters, digits and - . _ ~ that starts with /'
const OTHER_ADDRESS = '(redirect from another address, or remove the entry)'

/** The faults of a programme with these redirects; the first of them stands in line 10, its target in column 15. */
const faultsWith = (redirects: Record<string, string>, more: Record<string, unknown> = {}): string[] =>
  faultsOf({
    'programmes/alpha.json': programmeJson({ siteConfig: { redirects }, ...more }),
    'public/images/logos/alpha.svg': logo
  })

test('addresses that hosts accept are valid', () => {
  expect(
    faultsWith({
      '/help': 'https://alpha.example/help?a=1&b=%20#part',
      '/old/page.html': '/projects',
      '/Umzug~2026/': 'http://[::1]:8080/x',
      '/projects/old': '/projects/new'
    })
  ).toEqual([])
})

test.each([
  '\n  X-Evil: 1',
  '\r\nSet-Cookie: a=b',
  '\t',
  ' 200',
  '\u00a0',
  '\u2028',
  '\u0000',
  '\u007f',
  '{$uri}',
  '`',
  '"',
  '\\',
  '<x>',
  'é',
  '^',
  '|'
])('a target with %j is refused with its position', letters => {
  for (const target of [`https://alpha.example/help${letters}`, `/help${letters}`])
    expect(faultsWith({ '/help': target })).toContain(`programmes/alpha.json:10:16 ${OTHER_LETTERS}`)
})

test.each(['https://*/x', 'https://a;b/', '//evil.example', 'help', 'javascript:1'])(
  'a target %s is not an address',
  target => {
    expect(faultsWith({ '/help': target })).toEqual([
      'programmes/alpha.json:10:16 a redirect target must be a path that starts with / or an absolute http(s) URL'
    ])
  }
)

test.each([
  '/help//x',
  '/help/../x',
  '/./x',
  '/help/*',
  '/:id',
  '/h%65lp',
  '/help?a',
  '/help#a',
  '/help\n/evil',
  '/a b',
  '/é',
  '//help',
  'help'
])('a source %j is not a plain path', source => {
  expect(faultsWith({ [source]: '/x' })).toEqual([
    `programmes/alpha.json:10:7 ${PLAIN_PATH}: "${printableLine(source)}"`
  ])
})

test.each([
  ...['/', '/login', '/login/', '/login.html', '/index.html', '/surveys/404', '/app', '/404'].map(from => [
    from,
    'a page of the site'
  ]),
  ...readdirSync('public', { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => [`/${name}`, 'a file of the site']),
  ...['/site-config.json', '/manifest.json', '/404.html', '/not-found.txt', '/_headers'].map(from => [
    from,
    'a file of the site'
  ]),
  ...['/assets/app.js', '/builds/latest.json', '/images', '/fonts/x', '/_hosting/nginx.conf'].map(from => [
    from,
    "below one of the site's folders"
  ]),
  ['/_evil', "kept for the host's own files"]
])('a redirect from %s is refused: it is %s', (from, what) => {
  expect(faultsWith({ [from ?? '']: 'https://alpha.example/' })).toEqual([
    `programmes/alpha.json:10:7 "${from}" is ${what} ${OTHER_ADDRESS}`
  ])
})

test('a redirect to the address of the site itself can be a loop', () => {
  const origins = ['https://wards.example.org', 'https://Alpha.example:443']
  expect(
    faultsWith(
      {
        '/a': 'https://wards.example.org/a?b=1',
        '/b': 'https://alpha.example/c/',
        '/c': '/b',
        '/d': 'https://wards.example.org/e',
        '/f': 'https://other.example/f'
      },
      { origins }
    )
  ).toEqual([
    'programmes/alpha.json:10:7 redirect loop: /a → /a',
    'programmes/alpha.json:11:7 redirect loop: /b → /c → /b'
  ])
})

test('a table that is too large for a CDN function is refused at the first excess entry', () => {
  const redirects = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`/old-${index}`, `https://alpha.example/new-${index}`])
  )
  expect(faultsWith(redirects)).toEqual([
    expect.stringMatching(/^programmes\/alpha\.json:123:7 the redirects up to here take more than 5000 bytes/)
  ])
})
