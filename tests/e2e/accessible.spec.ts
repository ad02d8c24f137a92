import { expect, test, type Page } from '@playwright/test'
import { seriousFindings } from '../support/accessibility.ts'
import { siteUrl } from '../support/e2e-site.ts'
import { signIn } from '../support/signed-in.ts'

// No serious finding of axe on any screen that exists, in three colours. Programmes differ in their colours and texts alone: every screen in one of them, and in the
// others those that show most of the colours; `npm run test:long` takes every screen in all.

const isInFull = (programme: string): boolean => programme === 'wards' || process.env['LONG'] !== undefined

async function settled(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0, { timeout: 20_000 })
}

for (const programme of ['wards', 'libraries', 'councils'] as const) {
  test(`${programme}: signed out`, async ({ page }) => {
    const others = [
      '/no/such/place',
      '/register',
      '/verify',
      '/verify/1-x',
      '/forgot-password',
      '/forgot-password?code=1-x',
      '/surveys/404'
    ]
    for (const path of ['/login', '/', ...(isInFull(programme) ? others : [])]) {
      await page.goto(`${siteUrl(programme)}${path}`)
      await expect(page.getByRole('heading').first()).toBeVisible()
      expect(await seriousFindings(page), path).toEqual([])
    }
  })

  test(`${programme}: every screen of a project`, async ({ page }) => {
    await signIn(page, 'lead', programme)
    await page.goto(`${siteUrl(programme)}/projects`)
    await settled(page, 'Projects')
    expect(await seriousFindings(page), 'projects').toEqual([])

    await page
      .getByRole('link', { name: /Enter data/ })
      .first()
      .click()
    await settled(page, 'Data collection')
    expect(await seriousFindings(page), 'data collection').toEqual([])

    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Saving and next steps' })).toBeVisible({ timeout: 20_000 })
    expect(await seriousFindings(page), 'section').toEqual([])

    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^To do/ })).toBeVisible()
    expect(await seriousFindings(page), 'project home').toEqual([])

    await page.getByRole('link', { name: 'Results', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await seriousFindings(page), 'explorer').toEqual([])

    await page.getByRole('main').getByRole('link').filter({ hasText: /\d/ }).first().click()
    await expect(page.getByRole('table')).toBeVisible({ timeout: 20_000 })
    expect(await seriousFindings(page), 'group').toEqual([])

    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Definition' })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(/^Calculated/)).toBeVisible({ timeout: 20_000 })
    expect(await seriousFindings(page), 'chart').toEqual([])
  })
}
