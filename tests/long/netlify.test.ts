import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAlpha, type BuiltFixture } from '#tests/support/built-site.ts'
import { hasPackage, packageEntry } from '#tests/support/host-programs.ts'

interface HeaderRules {
  headers: { for: string; values: Record<string, string> }[]
  errors: Error[]
}

interface RedirectRules {
  redirects: { from: string; to: string; status: number }[]
  errors: Error[]
}

const parser = async <Answer>(
  name: 'netlify-headers-parser' | 'netlify-redirect-parser',
  parse: string,
  options: object
) => {
  const module = (await import(pathToFileURL(packageEntry(name)).href)) as Record<
    string,
    (options: object) => Promise<Answer>
  >
  return module[parse]?.(options)
}

let site: BuiltFixture

beforeAll(async () => {
  site = await buildAlpha()
})
afterAll(() => site.dispose())

describe.skipIf(!hasPackage('netlify-headers-parser') || !hasPackage('netlify-redirect-parser'))(
  'Netlify',
  () => {
    test('reads every rule of _headers as it is meant', async () => {
      const file = site.folder.file('dist/alpha/_headers')
      const rules = await parser<HeaderRules>('netlify-headers-parser', 'parseAllHeaders', {
        headersFiles: [file]
      })
      expect(rules?.errors).toEqual([])
      const written = site.folder.read('dist/alpha/_headers').split('\n')
      expect(rules?.headers.map(rule => rule.for)).toEqual(written.filter(line => line.startsWith('/')))
      const read = rules?.headers.flatMap(rule =>
        Object.entries(rule.values).map(([name, value]) => `  ${name}: ${value}`)
      )
      expect(read).toEqual(written.filter(line => line.startsWith('  ')))
    })

    test('reads every rule of _redirects as it is meant', async () => {
      const file = site.folder.file('dist/alpha/_redirects')
      const rules = await parser<RedirectRules>('netlify-redirect-parser', 'parseAllRedirects', {
        redirectsFiles: [file],
        minimal: true
      })
      expect(rules?.errors).toEqual([])
      const written = site.folder.read('dist/alpha/_redirects').split('\n').filter(Boolean)
      expect(rules?.redirects.map(rule => `${rule.from} ${rule.to} ${rule.status}`)).toEqual(written)
    })
  }
)
