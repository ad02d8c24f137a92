import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildSites } from '#sites/build-sites.ts'
import { addProgramme, contents, fixtureShell, TemporaryFolder } from '#tests/support/programme-folder.ts'

const golden = fileURLToPath(new URL('golden', import.meta.url))

/** Programmes that use every field, with names and texts that each place must escape. */
const programmes: Record<string, Record<string, unknown>> = {
  plain: {},
  full: {
    programmeName: 'Ward & <Bed> "Network" </script>',
    productName: "O'Brien's %%code%% $& Compare",
    apiBase: 'https://api.full.example/base/',
    primaryColour: 'rgb(180 71 11)',
    siteConfig: {
      intro_title: 'One < two & "three"',
      intro_html:
        '<p>See <a href="https://full.example/?a=1&amp;b=2">how</a> it \u2028 <strong>works</strong>.</p>',
      support_email: 'help@full.example',
      privacy_url: "https://full.example/privacy?a=1&b='2'",
      terms_url: '/terms',
      registration_enabled: false,
      redirects: { '/help': 'https://full.example/help?a=$1', '/old': '/projects' },
      navigation: [{ label: 'News', path: '/news' }],
      explorer_types: [{ explorer_type: 'results', label: 'Results' }],
      feature_flags: { beta: true }
    }
  }
}

test.each(Object.entries(programmes))('the site of %s is the golden one', async (code, fields) => {
  using folder = new TemporaryFolder()
  using shellFolder = new TemporaryFolder()
  addProgramme(folder, code, 7, fields)
  const built = await buildSites({
    root: folder.path,
    dist: folder.file('dist'),
    staticPaths: ['/', '/login', '/surveys/404'],
    prepareShell: async () => ({ shell: fixtureShell(shellFolder), isNew: false }),
    now: 0
  })
  expect(built).toMatchObject({ ok: true })
  // The site, and the folder beside it for the programs of hosts.
  const hosting = Object.entries(contents(folder.file(`dist/_hosting/${code}`))).map(([path, content]) => [
    `_hosting/${path}`,
    content
  ])
  const site = {
    ...contents(folder.file(`dist/${code}`)),
    ...(Object.fromEntries(hosting) as Record<string, string>)
  }
  if (process.env['UPDATE_GOLDEN'] !== undefined) writeGolden(join(golden, code), site)
  const expected = contents(join(golden, code))
  expect(site).toEqual(expected)
})

function writeGolden(directory: string, site: Record<string, string>): void {
  rmSync(directory, { recursive: true, force: true })
  for (const [path, content] of Object.entries(site)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
}

const goldenPages = Object.entries(contents(join(golden, 'full'))).filter(([path]) => path.endsWith('.html'))

test.each(goldenPages)(
  'what a name says never becomes markup, script or another place in %s',
  (_path, html) => {
    expect(html.match(/<script[^>]*>/g)).toHaveLength(2)
    expect(html).toContain("O'Brien's %%code%% $&amp; Compare")
    expect(JSON.parse(/id="runtime-config">([^<]*)<\/script>/.exec(html)?.[1] ?? '')).toMatchObject({
      programmeCode: 'full',
      programmeName: 'Ward & <Bed> "Network" </script>',
      apiBase: 'https://api.full.example/base'
    })
  }
)
