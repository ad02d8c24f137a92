import { safeParse } from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { $siteConfig, loadSiteConfig, setRuntimeConfig } from '#browser/stores/site-config.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { parseNumber } from '#domain/answers/number-input.ts'
import { isRecord } from '#lib/is-record.ts'
import { SiteConfigSchema } from '#programme/site-config-schema.ts'
import { defaultSiteConfig } from '#programme/site-config.ts'
import { pageConfig } from '#tests/support/page-config.ts'

beforeEach(() => setRuntimeConfig(pageConfig))

describe('the site configuration (spec 1)', () => {
  const answer = (body: string, status = 200) =>
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status }))

  test('the programme’s entry is used, with defaults for what it leaves out', async () => {
    const fetched = answer(
      JSON.stringify({
        wards: { intro_title: 'Wards', redirects: { '/a': '/b' } },
        other: { intro_title: 'Other' }
      })
    )
    await loadSiteConfig()
    expect(fetched).toHaveBeenCalledWith(
      '/site-config.json',
      expect.objectContaining({ credentials: 'omit' })
    )
    expect($siteConfig.get()).toEqual({
      ...defaultSiteConfig,
      intro_title: 'Wards',
      redirects: { '/a': '/b' }
    })
    fetched.mockRestore()
  })

  test('a decimal comma makes a question of what could be two numbers', async () => {
    const typed = () => parseNumber('1,500').kind
    expect(typed()).toBe('number')
    for (const [mark, kind] of [
      [',', 'invalid'],
      ['.', 'number']
    ]) {
      const fetched = answer(JSON.stringify({ wards: { decimal_mark: mark } }))
      await loadSiteConfig()
      expect(typed()).toBe(kind)
      fetched.mockRestore()
    }
  })

  test('a redirect that leads nowhere is left out alone', async () => {
    const redirects = {
      '/a': '/b',
      '/c': 'javascript:alert(1)',
      d: '/e',
      '/f': 7,
      '/g': 'https://example.org/'
    }
    const fetched = answer(JSON.stringify({ wards: { redirects } }))
    await loadSiteConfig()
    expect($siteConfig.get().redirects).toEqual({ '/a': '/b', '/g': 'https://example.org/' })
    fetched.mockRestore()
  })

  test.each([
    ['missing', 'Not found', 404],
    ['no JSON', '<html>', 200],
    ['without the programme', '{"other":{}}', 200],
    ['a list', '[]', 200],
    ['null', 'null', 200]
  ])('%s: ignored silently', async (_, body, status) => {
    $siteConfig.set(defaultSiteConfig)
    const fetched = answer(body, status)
    await loadSiteConfig()
    expect($siteConfig.get()).toEqual(defaultSiteConfig)
    expect($toasts.get()).toEqual([])
    fetched.mockRestore()
  })
})

// What a hand may write in the place of anything: each of these for each field.
const written: unknown[] = [
  null,
  true,
  0,
  1.5,
  7,
  -1,
  '',
  'words',
  '/documents',
  'javascript:alert(1)',
  '//evil.example',
  [],
  [null],
  ['words'],
  [{}],
  [{ label: null, path: 7 }],
  [{ label: 'Help', path: '/help' }],
  [{ explorer_type: 'results', label: 'Results' }],
  [{ explorer_type: 'results' }],
  {},
  { '/a': '/b' },
  { '/a': null },
  { '/a': { to: '/b' } },
  { beta: true },
  { beta: 'yes' },
  'linear'
]
/** What the file's schema refuses for its content and not for its type: a page can show the text, and the start page reads its own entries. */
const isShown = (field: string, value: unknown) =>
  (typeof value === 'string' && field === 'support_email') || (isRecord(value) && field === 'home')
const fields = Object.keys(defaultSiteConfig) as (keyof typeof defaultSiteConfig)[]
const cases = fields.flatMap(field => written.map(value => ({ field, value, text: JSON.stringify(value) })))

describe('a site configuration edited by hand: a field counts only if its type fits', () => {
  test.each(cases)('$field: $text', async ({ field, value }) => {
    const other = field === 'intro_title' ? 'terms_url' : 'intro_title'
    const body = JSON.stringify({ wards: { [field]: value, [other]: '/kept' } })
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body))
    await loadSiteConfig()
    fetched.mockRestore()
    // The schema's records take an empty list for an object.
    const isKind = Array.isArray(value) === Array.isArray(defaultSiteConfig[field])
    const counts =
      isKind && (safeParse(SiteConfigSchema, { [field]: value }).success || isShown(field, value))
    expect($siteConfig.get()).toEqual({
      ...defaultSiteConfig,
      [other]: '/kept',
      ...(counts && { [field]: value })
    })
  })

  test('every field of the file is known to the page', () => {
    expect(fields.toSorted()).toEqual(Object.keys(SiteConfigSchema.entries).toSorted())
  })
})
