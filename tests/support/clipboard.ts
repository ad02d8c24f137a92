import type { Page } from '@playwright/test'

/** Pastes a spreadsheet block at the focused cell. */
export async function pasteBlock(page: Page, block: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(text => navigator.clipboard.writeText(text), block)
  await page.keyboard.press('Control+v')
}
