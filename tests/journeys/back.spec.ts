import { expect } from '@playwright/test'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { signIn } from '#tests/support/signed-in.ts'

// Title, focus and scroll follow navigation; Back and a reload return to the place that was left.
test.use({ viewport: { width: 1280, height: 420 } })

test('Back and a reload return to the place that was left, with the link that was followed', async ({
  page
}) => {
  await signIn(page, 'lead', 'wards')
  await page.goto(`${siteUrl('wards')}/projects/ward-staffing`)
  await expect(page.getByRole('heading', { name: /^To do/ })).toBeVisible()
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /^Print .*, with answers$/ })
    .last()
  await link.scrollIntoViewIfNeeded()
  const about = page
    .getByRole('navigation', { name: 'Parts of this project' })
    .getByRole('link', { name: /^About/ })
  const top = await page.evaluate(() => scrollY)
  expect(top).toBeGreaterThan(50)
  const scrolled = () => page.evaluate(() => scrollY)

  await page.reload()
  await expect.poll(scrolled).toBe(top)

  await about.focus()
  const left = await scrolled()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Key dates' })).toBeVisible()
  await expect(page).toHaveTitle(/^About/)
  await expect.poll(scrolled).toBe(0)
  await expect(page.getByRole('main')).toBeFocused()

  await page.goBack()
  await expect(page).toHaveTitle(/^Ward staffing/)
  await expect.poll(scrolled).toBe(left)
  await expect(about).toBeFocused()
})
