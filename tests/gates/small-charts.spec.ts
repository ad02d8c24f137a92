import { expect, type Page } from '@playwright/test'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { signIn } from '#tests/support/signed-in.ts'

// A chart on a phone and in a desktop window at 200 %: what it says and the chart itself come first, and what is chosen below them. The commit chooses an
// eighth of the charts, `npm run test:long -- gate` looks at all.

const wards = (path: string): string => `${siteUrl('wards')}/projects/ward-staffing/${path}`
const PHONE = { width: 390, height: 844, chartBy: 340 }
const DOUBLED = { width: 640, height: 400, chartBy: 160 }

async function chartAddresses(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const group of ['establishment', 'skill-mix', 'absence', 'bank-and-agency']) {
    await page.goto(wards(`results/${group}`))
    const links = page.getByRole('rowheader').getByRole('link')
    await expect(links.first()).toBeVisible()
    found.push(...(await links.evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href))))
  }
  return found
}

/** How far below the top of the page the open tab's chart, table or notice starts. */
async function chartTop(page: Page): Promise<number> {
  const panel = page.locator('#chart-panel')
  const content = panel.getByRole('slider').or(panel.getByRole('table')).or(panel.locator('.card')).first()
  await expect(content).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading the chart' })).toHaveCount(0)
  return content.evaluate(element => element.getBoundingClientRect().top + scrollY)
}

test('each chart starts high enough on a phone and at 200 %', async ({ page }) => {
  await signIn(page)
  const addresses = await chartAddresses(page)
  expect(addresses.length).toBeGreaterThan(20)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Continue anyway' }).click()
  for (const address of partInTurn(addresses, 8, 'charts in small windows')) {
    await page.goto(address)
    for (const { chartBy, ...window } of [PHONE, DOUBLED]) {
      await page.setViewportSize(window)
      await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeVisible()
      expect.soft(await chartTop(page), `${address} at ${window.width}`).toBeLessThanOrEqual(chartBy)
    }
  }
})

test('on a phone one line says what is chosen, a select has the tabs, and a menu the rest', async ({
  page
}) => {
  await signIn(page)
  await page.goto(wards('results/absence'))
  await page.getByRole('rowheader').getByRole('link', { name: 'Sickness absence' }).click()
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Continue anyway' }).click()
  const choices = page.getByRole('region', { name: 'Choices' })
  await expect(choices).toContainText(/^2026 · Ward .* · all peers · no filters/)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'View' }).selectOption({ label: 'Funnel' })
  await expect(page.getByRole('region', { name: 'Funnel' })).toBeVisible()
  await choices.getByRole('button', { name: 'Change' }).click()
  for (const control of await choices.locator('button, label').all())
    expect((await control.boundingBox())!.height, await control.innerText()).toBeGreaterThanOrEqual(44)
  await choices.getByRole('combobox', { name: 'Period' }).selectOption({ label: '2025' })
  await expect(choices).toContainText(/^2025 · /)
  await page.getByRole('button', { name: 'Chart menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'All charts of the group' }).click()
  await expect(page.getByRole('heading', { name: 'Absence', level: 1 })).toBeVisible()
})
