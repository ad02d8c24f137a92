import { expect } from '@playwright/test'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { signIn } from '#tests/support/signed-in.ts'
import { test } from '#tests/support/still-field.ts'

// One's own account, opened from the menu by keyboard.

for (const [name, size] of [
  ['a desk', { width: 1280, height: 800 }],
  ['200 % zoom', { width: 640, height: 400 }]
] as const) {
  test(`on ${name} no tab of the account has a serious finding, and nothing is cut`, async ({ page }) => {
    await page.setViewportSize(size)
    await signIn(page, 'viewer')
    await page.goto(`${siteUrl('wards')}/projects`)
    const menu = page.getByRole('button', { name: /^Account:/ })
    await expect(menu).toBeVisible()
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Your account…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Your account' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('tab', { name: 'Profile' }).focus()
    for (const tab of ['Profile', 'Password', 'Two-factor', 'Sessions', 'API keys']) {
      await expect(dialog.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
      await expect(dialog.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      expect(await seriousFindings(page), tab).toEqual([])
      const cut = await dialog.evaluate(element => element.scrollWidth - element.clientWidth)
      expect(cut, tab).toBeLessThanOrEqual(0)
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
}
