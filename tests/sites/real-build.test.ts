import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staticPaths } from '#programme/paths.ts'
import { policyHash } from '#sites/digest.ts'
import type { ManifestEntry } from '#sites/hosting/file-kinds.ts'
import { htmlFile } from '#sites/hosting/hosting.ts'
import { addProgramme, contents, programmeJson, TemporaryFolder } from '#tests/support/programme-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
// Inside the project, as dist is, so that the sites can share files with the code.
const folder = new TemporaryFolder(join(root, '.build'))
const pages = [...staticPaths.map(htmlFile), '404.html', 'app.html']
let site: Record<string, string> = {}
let first: { stdout: string; stderr: string } = { stdout: '', stderr: '' }

interface Built {
  ok: boolean
  isCodeNew: boolean
  milliseconds: number
  sites: { code: string; written: number }[]
}

const run = (script: string, ...words: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts', script), ...words, '--root', folder.path], {
    cwd: root,
    encoding: 'utf8'
  })

const build = (...words: string[]) => run('build.ts', '--out', folder.file('dist'), ...words)

beforeAll(() => {
  addProgramme(folder, 'alpha', 1)
  addProgramme(folder, 'beta', 2)
  first = build('--json')
  site = contents(folder.file('dist/alpha'))
})

afterAll(() => folder[Symbol.dispose]())

test('two programmes are built and reported in one JSON object', () => {
  expect(first.stderr).toBe('')
  expect(JSON.parse(first.stdout)).toMatchObject({ ok: true, sites: [{ code: 'alpha' }, { code: 'beta' }] })
})

test('there is a page for each static address and one for the rest', () => {
  expect(Object.keys(site).filter(path => path.endsWith('.html'))).toEqual(pages.toSorted())
})

test.each(pages)('%s has configuration, colours, title, logo and skeleton before any script runs', path => {
  const html = site[path] ?? ''
  expect(html).not.toMatch(/%%\w+%%/)
  expect(html).toContain('<title>Alpha Network</title>')
  expect(html).toContain(':root{--brand:#0b6e75;--brand-ink:#ffffff;--brand-text:')
  expect(html).toContain('<img src="/images/logos/alpha.svg"')
  expect(JSON.parse(/id="runtime-config">([^<]*)</.exec(html)?.[1] ?? '')).toEqual({
    programmeCode: 'alpha',
    programmeId: 1,
    programmeName: 'Alpha Network',
    productName: 'Alpha',
    apiBase: 'https://api.alpha.example',
    primaryColour: '#0b6e75',
    buildId: (JSON.parse(site['builds/latest.json'] ?? '') as { id: string }).id,
    dateFormat: 'd MMM yyyy',
    timeZone: 'Europe/London',
    submissionWord: { one: 'submission', many: 'submissions' }
  })
  expect(html).toContain('<div id="first-paint">')
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(html).toContain('<noscript>')
  expect(html).toMatch(/<astro-island[^>]* client="only"/)
})

test.each(pages)('%s has only inline scripts and styles that its policy allows', path => {
  const html = site[path] ?? ''
  const policy = /<meta http-equiv="content-security-policy" content="([^"]*)">/.exec(html)?.[1] ?? ''
  const inline = [...html.matchAll(/<(script|style)((?:\s[^>]*)?)>([^]*?)<\/\1>/g)].filter(
    ([, , attributes = '']) => !/application\/json|\ssrc=/.test(attributes)
  )
  expect(inline.length).toBeGreaterThanOrEqual(5)
  for (const [, element, , content = ''] of inline) {
    const directive = new RegExp(`${element}-src ([^;]*)`).exec(policy)?.[1] ?? ''
    expect(directive).toContain(policyHash(content))
  }
  expect(policy).not.toMatch(/unsafe-|\*/)
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^']{44}')+;/)
  expect(policy).toContain("connect-src 'self' https://api.alpha.example;")
  expect(policy).toContain("require-trusted-types-for 'script'")
  // Neither could be allowed by a hash.
  expect(html).not.toMatch(/<[a-z][^>]*\s(on\w+|style)=/)
})

test.each(pages)('%s refers only to existing files of its own origin', path => {
  const named = [...(site[path] ?? '').matchAll(/(?:href|src|component-url|renderer-url)="([^"]*)"/g)].map(
    match => match[1] ?? ''
  )
  const files = named.filter(address => /\.\w+$/.test(address))
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter(address => !(address.slice(1) in site))).toEqual([])
  expect(named.filter(address => !address.startsWith('/') && address !== '')).toEqual([])
})

test('each page preloads its screen’s chunk; the form of /login is in the first chunk', () => {
  expect(site['projects.html']).toMatch(
    /<link rel="modulepreload" href="\/assets\/projects-screen\.[\w-]+\.js">/
  )
  expect(site['login.html']).toMatch(/<link rel="modulepreload" href="\/assets\/app\.[\w-]+\.js">/)
  expect(site['login.html']).not.toMatch(/preload" href="\/assets\/[\w-]+-screen\./)
})

test('a page preloads the code that its address needs, and what members need if someone is logged in', () => {
  const script =
    /<script>(for \(const \[path, isForMembers[^]*?)<\/script>/.exec(site['app.html'] ?? '')?.[1] ?? ''
  const fetched = (pathname: string, cookie: string): string[] => {
    const found: string[] = []
    const document = {
      cookie,
      createElement: () => ({}),
      head: { append: (link: { href: string }) => found.push(link.href) }
    }
    runInNewContext(script, { document, location: { pathname } })
    return found.map(href => href.replace(/^\/assets\/([\w-]+)\..*$/, '$1'))
  }
  const chart = '/projects/wards/results/staffing/detail/7'
  expect(fetched(chart, 'token=a')).toEqual(
    expect.arrayContaining(['main', 'members', 'controls', 'explorer', 'plotly'])
  )
  expect(fetched('/projects/wards/results', 'token=a')).not.toContain('plotly')
  // Nobody sees a chart without a login, but any page is shown by the main code.
  expect(fetched(chart, 'other=a')).toEqual(['main'])
  expect(fetched('/surveys/1-2', 'token=a')).toEqual(['main'])
  expect(fetched('/login', 'token=a')).toEqual([])
  for (const path of pages) expect(site[path]).toContain(script)
})

test('the form of /login takes text and a submit before the island has loaded, and sends neither', () => {
  const html = site['login.html'] ?? ''
  const form = /<form method="post"[^]*?<\/form>\s*<script>([^]*?)<\/script>/.exec(html)
  const fields = [...(form?.[0] ?? '').matchAll(/<input[^>]* data-early="(\w+)"[^>]*>/g)]
  expect(fields.map(([, name]) => name)).toEqual(['email_address', 'password'])
  // A field without a name is in no request, even where scripts are off.
  for (const [field] of fields) expect(field).not.toMatch(/ name=/)
  expect(form?.[0]).toMatch(/<button type="submit"[^>]*>Log in<\/button>/)
  const script = form?.[1] ?? ''
  expect(script).toContain('preventDefault')
  expect(script.length).toBeLessThan(600)
  for (const path of pages.filter(page => page !== 'login.html')) expect(site[path]).not.toContain('<form')
})

test('the stylesheet is below the skeleton, so that it does not delay the first paint', () => {
  const html = site['login.html'] ?? ''
  expect(html.indexOf('rel="stylesheet"')).toBeGreaterThan(html.indexOf('id="first-paint"'))
  expect(html.indexOf('rel="stylesheet"')).toBeLessThan(html.indexOf('<astro-island'))
})

test('code refers to chunks by constant keys, which each page maps to files', () => {
  const { imports } = JSON.parse(
    /<script type="importmap">([^<]*)</.exec(site['login.html'] ?? '')?.[1] ?? '{}'
  ) as { imports: Record<string, string> }
  const code = Object.keys(site).filter(path => /^assets\/.*\.js$/.test(path))
  expect(
    Object.values(imports)
      .map(file => file.slice(1))
      .filter(file => file.endsWith('.js'))
      .toSorted()
  ).toEqual(code.toSorted())
  const named = code.flatMap(path =>
    [...(site[path] ?? '').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`]\.\/([\w.-]+)["'`]/g)].map(
      ([, name = '']) => `/assets/${name}`
    )
  )
  expect(named.length).toBeGreaterThan(code.length)
  expect(named.filter(name => imports[name] === undefined)).toEqual([])
  for (const path of pages) {
    const html = site[path] ?? ''
    expect(html.indexOf('type="importmap"')).toBeGreaterThan(0)
    // Firefox and Safari accept no import map once a module has begun to load.
    expect(html.indexOf('type="importmap"')).toBeLessThan(html.search(/modulepreload|type="module"|import\(/))
  }
})

test('each large shared text has smaller copies in br and gzip, once for all sites, that decode to it', () => {
  const bytes = (path: string) => readFileSync(folder.file(`dist/${path}`))
  const filesOf = (code: string) =>
    (JSON.parse(folder.read(`dist/${code}/manifest.json`)) as { files: ManifestEntry[] }).files
  const large = filesOf('alpha').filter(
    ({ path, size }) => size >= 5_000 && /^assets\/.*\.(js|css)$/.test(path)
  )
  expect(large.length).toBeGreaterThan(20)
  for (const { path, size, sha256 } of large)
    for (const [extension, decode] of [
      ['br', brotliDecompressSync],
      ['gz', gunzipSync]
    ] as const) {
      const copy = bytes(`_compressed/${sha256}.${extension}`)
      expect(copy.length).toBeLessThan(size)
      expect(decode(copy).equals(bytes(`alpha/${path}`))).toBe(true)
    }
  expect([...filesOf('alpha'), ...filesOf('beta')].filter(({ encoding }) => encoding)).toEqual([])
})

test('a new colour does not rebuild the code', () => {
  folder.write(
    'programmes/beta.json',
    programmeJson({ code: 'beta', programmeId: 2, primaryColour: '#b4470b' })
  )
  const built = JSON.parse(build('--json').stdout) as Built
  expect(built).toMatchObject({ ok: true, isCodeNew: false })
  expect(built.sites.find(it => it.code === 'alpha')?.written).toBe(0)
  expect(built.sites.find(it => it.code === 'beta')?.written).toBeGreaterThan(0)
  expect(contents(folder.file('dist/alpha'))).toEqual(site)
})

test('faults are reported with positions on standard error and exit code 2, and the others are built', () => {
  const before = contents(folder.file('dist'))
  folder.write('programmes/gamma.json', '{\n  "code": "Gamma"\n}')
  const built = build()
  expect([built.status, built.stdout]).toEqual([2, expect.stringContaining('2 built, 0 changed')])
  expect(built.stderr).toMatch(/gamma\.json:2:11 code must be[^]*\d faults; these programmes were skipped; /)
  const json = build('--json')
  expect([json.status, (JSON.parse(json.stdout) as Built).ok]).toEqual([2, false])
  expect(contents(folder.file('dist'))).toEqual(before)
  execFileSync('rm', [folder.file('programmes/gamma.json')])
})

test('output is plain without a terminal', () => {
  const { stdout, status } = build('--programme', 'alpha')
  expect(status).toBe(0)
  expect(stdout).not.toContain('\u001b')
  expect(stdout.split('\n').filter(Boolean)).toEqual([
    'Code unchanged',
    expect.stringMatching(/^alpha +[\da-f]{16} {2}0 of \d+ files written$/),
    expect.stringMatching(/^1 built, 0 changed, in /)
  ])
})

test('an invalid API address is refused', () => {
  expect(build('--api-base', 'api.example')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--api-base must be an absolute http(s) URL')
  })
})

test('a new programme is valid at once, and an invalid one is not written', () => {
  const made = run('new-programme.ts', 'delta', '--name', 'Delta <Network>', '--colour', '#ffe600')
  expect(made).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(readFileSync(folder.file('programmes/delta.json'), 'utf8'))).toMatchObject({
    programmeId: 3,
    programmeName: 'Delta <Network>'
  })
  expect(build('--programme', 'delta').status).toBe(0)
  expect(run('new-programme.ts', 'delta')).toMatchObject({
    status: 2,
    stderr: 'programmes/delta.json already exists.\n'
  })
  expect(run('new-programme.ts', 'epsilon', '--colour', 'white')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('cannot be distinguished from the white page')
  })
  expect(run('new-programme.ts', '../evil')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('cannot be a code')
  })
  expect(existsSync(folder.file('programmes/epsilon.json'))).toBe(false)
  expect(existsSync(folder.file('public/images/logos/epsilon.svg'))).toBe(false)
})

test('programmes can be checked without a build', () => {
  expect(run('check-programmes.ts')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('3 programmes are valid: alpha, beta, delta')
  })
})
