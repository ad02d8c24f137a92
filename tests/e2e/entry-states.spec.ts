import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { barButton, cellNamed, expectSaved, openTable, SAVE, savingState, test } from '../support/entry.ts'

// Each state that a section can be in is said in words, and axe finds nothing wrong with how it is said.

async function expectNoFindings(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')}`))
  expect.soft(found, state).toEqual([])
}

test('a section that is being filled in: error, warning, conflict, offline, refused', async ({
  browser,
  page,
  context,
  site,
  wire,
  table
}) => {
  test.setTimeout(90_000)
  const own = await table({ rows: 3, columns: 2 })
  const [first = '', second = '', third = '', fourth = ''] = own.cells
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await openTable(other, own, 'contributor')
  await openTable(page, own)
  await expectNoFindings(page, 'blank')

  await cellNamed(page, first).fill('5000')
  await page.keyboard.press('Enter')
  await expect(barButton(page, '1 not possible')).toBeVisible()
  await cellNamed(page, first).focus()
  await expect(cellNamed(page, first)).toHaveAccessibleDescription(/^Not possible: /)
  await expectNoFindings(page, 'error')
  await barButton(page, '1 not possible').click()
  await expectNoFindings(page, 'list of errors')
  await page.keyboard.press('Escape')

  await cellNamed(page, second).fill('950')
  await page.keyboard.press('Enter')
  await expect(barButton(page, '1 to check')).toBeVisible()
  await expect(cellNamed(page, second)).toHaveAccessibleDescription(/^Please check: /)
  await cellNamed(page, second).focus()
  await expectNoFindings(page, 'warning')

  await cellNamed(other, third).fill('7')
  await other.keyboard.press('Enter')
  await expectSaved(other)
  await cellNamed(page, third).fill('8')
  await page.keyboard.press('Enter')
  await expect(barButton(page, '1 changed by two')).toBeVisible({ timeout: 15_000 })
  await cellNamed(page, third).focus()
  await expect(page.getByRole('button', { name: `Keep mine: ${third}` })).toBeVisible()
  await expectNoFindings(page, 'conflict')
  await page.getByRole('button', { name: `Take theirs: ${third}` }).click()

  await context.setOffline(true)
  await cellNamed(page, fourth).fill('9')
  await page.keyboard.press('Enter')
  await expect(savingState(page)).toHaveText(/No connection, next try/, { timeout: 15_000 })
  await expectNoFindings(page, 'offline')
  const fault = wire.fault('status 403', SAVE)
  await context.setOffline(false)
  await expect(savingState(page)).toHaveText(/Your account may no longer change this section/, { timeout: 15_000 })
  await expectNoFindings(page, 'refused')
  fault.lift()
  await other.context().close()
})

test('a section that is locked for the reader says why', async ({ page, table }) => {
  const own = await table({ rows: 2, columns: 2 })
  await openTable(page, own, 'viewer')
  await expect(page.getByRole('note').filter({ hasText: 'Your role can see this section but not change it.' })).toBeVisible()
  await expect(cellNamed(page, own.cells[0] ?? '')).not.toBeEditable()
  await cellNamed(page, own.cells[0] ?? '').focus()
  await expectNoFindings(page, 'locked')
})
