import { expect, type Page } from '@playwright/test'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { signIn } from '#tests/support/signed-in.ts'

// Documents, the organisation and what a project is about, by keyboard.

async function open(page: Page, path: string, ready: string): Promise<void> {
  await page.goto(`${siteUrl('wards')}${path}`)
  await expect(page.getByRole('main').getByText(ready).first()).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

test('by keyboard: two documents are chosen and saved as one zip', async ({ page }) => {
  await signIn(page, 'lead', 'wards')
  await open(page, '/documents', 'Terms of taking part')
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await boxes.nth(0).focus()
  await page.keyboard.press('Space')
  await boxes.nth(1).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Download 2 as a zip' }).focus()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('documents.zip')
  await expect(page.getByText('2 documents saved to your downloads')).toBeVisible()
})
