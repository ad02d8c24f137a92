import { expect, type Page } from '@playwright/test'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { pasteBlock } from '#tests/support/clipboard.ts'
import { test } from '#tests/support/e2e-test.ts'
import { signIn } from '#tests/support/signed-in.ts'

const rows = (page: Page) => page.getByRole('grid', { name: 'Posts that are vacant now, one by one' })
const cell = (page: Page, row: number, column: string) =>
  page.getByRole('textbox', { name: `Row ${row}, ${column}`, exact: true })

// A table that grows with what is entered: a row for each post, as many as there are.
test('a member adds rows by typing and by pasting, clears one, and finds them again', async ({ page }) => {
  await signIn(page, 'contributor')
  await page.goto('/projects/ward-staffing/data-collection')
  await page
    .getByRole('row', { name: /Absence and turnover/ })
    .getByRole('link')
    .first()
    .click()
  await expect(rows(page).getByRole('rowheader')).toHaveText(['Row 1', 'Total'])

  await page.getByRole('combobox', { name: 'Row 1, Band' }).selectOption('Band 6')
  await cell(page, 1, 'WTE').fill('0.6')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12/03/2026')
  await page.keyboard.press('Enter')
  await expect(cell(page, 2, 'WTE')).toBeFocused()
  await expect(cell(page, 1, 'Vacant since')).toHaveValue('12 Mar 2026')
  await pasteBlock(page, '1\r\n0.4\r\n0.5\r\n')
  await expect(rows(page).getByRole('rowheader')).toHaveText([
    'Row 1',
    'Row 2',
    'Row 3',
    'Row 4',
    'Row 5',
    'Total'
  ])
  await cell(page, 3, 'WTE').focus()
  await page.keyboard.press('Shift+Delete')
  await expect(rows(page).getByRole('row').last()).toContainText('2.1')
  expect(await seriousFindings(page)).toEqual([])
  await expect(page.getByText(/^All saved at/)).toBeVisible()

  await page.reload()
  await expect(cell(page, 4, 'WTE')).toHaveValue('0.5')
  await expect(cell(page, 3, 'WTE')).toHaveValue('')
  await expect(cell(page, 1, 'Vacant since')).toHaveValue('12 Mar 2026')
  await expect(rows(page).getByRole('rowheader')).toHaveText([
    'Row 1',
    'Row 2',
    'Row 3',
    'Row 4',
    'Row 5',
    'Total'
  ])
})
