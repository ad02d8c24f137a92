import { expect, type Locator, type Page } from '@playwright/test'
import { allFindings } from '#tests/support/accessibility.ts'
import { pasteBlock } from '#tests/support/clipboard.ts'
import {
  barButton,
  cellNamed,
  expectSaved,
  openTable,
  SAVE,
  savingState,
  test
} from '#tests/support/entry.ts'

// Each state that a section can be in is said in words, and axe finds nothing wrong with how it is said.

// Whole stories with the checks of axe between: longer than other tests.

async function expectNoFindings(page: Page, state: string): Promise<void> {
  expect.soft(await allFindings(page), state).toEqual([])
}

const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'About the cell' })

async function comment(page: Page, cell: string, text: string): Promise<void> {
  await cellNamed(page, cell).focus()
  await panel(page).getByRole('tab', { name: 'Comments' }).click()
  await panel(page).getByLabel('New comment').fill(text)
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(panel(page).getByRole('listitem').getByText(text)).toBeVisible()
}

test('a section that is being filled in: error, warning, conflict, offline, saving, failed, refused, saved', async ({
  browser,
  page,
  context,
  site,
  wire,
  table
}) => {
  const own = await table({ rows: 3, columns: 2 })
  const [first = '', second = '', third = '', fourth = ''] = own.cells
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await openTable(other, own, 'contributor')
  await openTable(page, own)
  await expectNoFindings(page, 'blank')

  await cellNamed(page, first).fill('5000')
  await page.keyboard.press('Enter')
  await expect(barButton(page, '1 invalid')).toBeVisible()
  await cellNamed(page, first).focus()
  await expect(cellNamed(page, first)).toHaveAccessibleDescription(/^The value must be /)
  await expectNoFindings(page, 'error')
  await barButton(page, '1 invalid').click()
  await expectNoFindings(page, 'list of errors')
  await page.keyboard.press('Escape')

  await cellNamed(page, second).fill('950')
  await page.keyboard.press('Enter')
  await expect(barButton(page, '1 to check')).toBeVisible()
  await expect(cellNamed(page, second)).toHaveAccessibleDescription(/Is this right\?$/)
  await cellNamed(page, second).focus()
  await expectNoFindings(page, 'warning')

  // With a connection the page would show the other's value before its own is typed.
  await context.setOffline(true)
  await cellNamed(page, third).fill('8')
  await page.keyboard.press('Enter')
  await cellNamed(other, third).fill('7')
  await other.keyboard.press('Enter')
  await expectSaved(other)
  await context.setOffline(false)
  await expect(barButton(page, '1 waits for your choice')).toBeVisible()
  await cellNamed(page, third).focus()
  await expect(page.getByRole('button', { name: `Keep 8: ${third}` })).toBeVisible()
  await expectNoFindings(page, 'conflict')
  await page.getByRole('button', { name: `Take 7: ${third}` }).click()

  await context.setOffline(true)
  await cellNamed(page, fourth).fill('9')
  await page.keyboard.press('Enter')
  await expect(savingState(page)).toHaveText(/^Offline\./)
  await expectNoFindings(page, 'on this device')
  const silence = wire.fault('no answer', SAVE)
  await context.setOffline(false)
  await expect.poll(() => wire.log.some(request => request.fault === 'no answer')).toBe(true)
  await expectNoFindings(page, 'saving')
  silence.lift()
  const failure = wire.fault('status 503', SAVE)
  await wire.refuse()
  await wire.accept()
  // Not before the backoff, which grows with the time that the checks above take.
  await barButton(page, 'Try now').click()
  await expect(savingState(page)).toHaveText(/The server is not responding\./)
  await expectNoFindings(page, 'failed')
  failure.lift()
  const refusal = wire.fault('status 403', SAVE)
  await barButton(page, 'Try now').or(barButton(page, 'Try again')).click()
  await expect(savingState(page)).toHaveText(/Your account can no longer change this section/)
  await expectNoFindings(page, 'refused')
  refusal.lift()
  await barButton(page, 'Try again').click()
  await cellNamed(page, first).fill('50')
  await expectSaved(page)
  await expectNoFindings(page, 'saved')
  await other.context().close()
})

test('what is beside and above the cells: the panel’s tabs, a comment, what a paste did, the workbook', async ({
  page,
  table
}) => {
  const own = await table({ rows: 2, columns: 2, isRequired: true })
  const [first = ''] = own.cells
  await openTable(page, own)
  await cellNamed(page, first).focus()
  await expect(panel(page).getByRole('heading', { name: 'Ward 1' })).toBeVisible()
  await expectNoFindings(page, 'compulsory, about the cell')
  await comment(page, first, 'Agency nurses are left out.')
  await expectNoFindings(page, 'comment')
  await panel(page).getByRole('tab', { name: 'History' }).click()
  await cellNamed(page, first).focus()
  await pasteBlock(page, '1\t2\t3\r\nmany\t5\r\n')
  await expect(page.getByText('4 cells pasted, 1 of them invalid; 1 value did not fit.')).toBeVisible()
  await expect(savingState(page)).toHaveText(/^1 answer cannot be sent until you correct it\. Others saved/)
  await expectNoFindings(page, 'history, paste report')
  await page.getByRole('button', { name: 'Workbook' }).click()
  await expect(page.getByRole('dialog', { name: /^Workbook/ })).toBeVisible()
  await expectNoFindings(page, 'workbook')
})

test('a questionnaire that is signed: the question before, the locked section after', async ({
  page,
  table
}) => {
  const own = await table({ rows: 2, columns: 2, isAlone: true })
  await openTable(page, own)
  const [first = ''] = own.cells
  await cellNamed(page, first).fill('950')
  await expectSaved(page)
  await comment(page, first, 'Two wards were moved together.')
  await barButton(page, 'Mark complete').click()
  await expect(barButton(page, 'Reopen')).toBeVisible()
  await expectNoFindings(page, 'complete')
  await page.getByRole('navigation').getByRole('link', { name: 'Data collection', exact: true }).click()
  await page.getByRole('button', { name: 'Sign off' }).click()
  const dialog = page.getByRole('dialog', { name: /^Sign off/ })
  await expect(dialog.getByText('1 flagged answer and 1 open comment')).toBeVisible()
  await expectNoFindings(page, 'sign-off')
  await dialog.getByRole('button', { name: 'Sign off' }).click()
  await expect(page.getByText(/^Signed off by /)).toBeVisible()
  await openTable(page, own)
  await expect(page.getByRole('note').filter({ hasText: 'This section is signed off.' })).toBeVisible()
  await cellNamed(page, own.cells[0] ?? '').focus()
  await expectNoFindings(page, 'locked')
})

test('a section that is locked for the reader says why', async ({ page, table }) => {
  const own = await table({ rows: 2, columns: 2 })
  await openTable(page, own, 'viewer')
  await expect(
    page.getByRole('note').filter({ hasText: 'You can view these answers but not edit them.' })
  ).toBeVisible()
  await expect(cellNamed(page, own.cells[0] ?? '')).not.toBeEditable()
  await cellNamed(page, own.cells[0] ?? '').focus()
  await expectNoFindings(page, 'read-only')
})
