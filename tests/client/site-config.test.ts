// @vitest-environment node
import '../support/page.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { $siteConfig, defaultSiteConfig, loadSiteConfig, setRuntimeConfig } from '#stores/site-config.ts'
import { $toasts } from '#stores/toasts.ts'

beforeEach(() =>
  setRuntimeConfig({
    programmeCode: 'wards',
    programmeId: 1,
    programmeName: 'N',
    productName: 'W',
    apiBase: 'http://a.example',
    primaryColour: '#000'
  })
)

describe('the site configuration (spec 1)', () => {
  const answer = (body: string, status = 200) =>
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status }))

  test('the programme’s entry is used, with defaults for what it leaves out', async () => {
    const fetched = answer(JSON.stringify({ wards: { intro_title: 'Wards', redirects: { '/a': '/b' } }, other: { intro_title: 'Other' } }))
    await loadSiteConfig()
    expect(fetched).toHaveBeenCalledWith('/site-config.json', expect.objectContaining({ credentials: 'omit' }))
    expect($siteConfig.get()).toEqual({ ...defaultSiteConfig, intro_title: 'Wards', redirects: { '/a': '/b' } })
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
