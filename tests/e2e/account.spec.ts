import { expect, test } from '@playwright/test'
import { seriousFindings } from '../support/accessibility.ts'
import { siteUrl } from '../support/e2e-site.ts'
import { signIn } from '../support/signed-in.ts'

// One's own account, opened from the menu by keyboard.

for (const [name, size] of [
  ['a desk', { width: 1280, height: 800 }],
  ['a telephone', { width: 390, height: 844 }]
] as const) {
  test(`on ${name} no tab of the account has a serious finding, and nothing is cut`, async ({ page }) => {
    await page.setViewportSize(size)
    await signIn(page, 'viewer')
    await page.goto(`${siteUrl('wards')}/projects`)
    const goOn = page.getByRole('button', { name: 'Continue anyway' })
    const menu = page.getByRole('button', { name: /^Account:/ })
    await expect(goOn.or(menu).first()).toBeVisible({ timeout: 20_000 })
    if (await goOn.isVisible()) await goOn.click()
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Your account…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Your account' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('tab', { name: 'Profile' }).focus()
    for (const tab of ['Profile', 'Password', 'Two-factor', 'Sessions']) {
      await expect(dialog.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
      await expect(dialog.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      expect(await seriousFindings(page), tab).toEqual([])
      const cut = await dialog.evaluate(element => element.scrollWidth - element.clientWidth)
      expect(cut, tab).toBeLessThanOrEqual(0)
      if (process.env['LOOK']) await page.screenshot({ path: `/tmp/users/account-${size.width}-${tab}.png` })
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
}
