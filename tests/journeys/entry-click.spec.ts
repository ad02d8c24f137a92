import { expect, type Locator, type Page } from '@playwright/test'
import { pasteBlock } from '#tests/support/clipboard.ts'
import { cellNamed, expectSaved, openTable, storedCells, test } from '#tests/support/entry.ts'

const choice = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true })

async function pasteBlockInto(page: Page, cell: string, block: string): Promise<void> {
  await choice(page, cell).focus()
  await pasteBlock(page, block)
}

test('a click into a filled cell and typing replaces the value, however the mouse moves while the button is down', async ({
  page,
  ask,
  table
}) => {
  const own = await table({ rows: 2, columns: 2 })
  const [first = '', second = ''] = own.cells
  await openTable(page, own)
  await cellNamed(page, first).fill('21')
  await cellNamed(page, second).focus()
  const box = await cellNamed(page, first).boundingBox()
  if (box === null) throw new Error('The cell is not in sight.')
  const [right, middle] = [box.x + box.width - 12, box.y + box.height / 2]
  await page.mouse.move(right, middle)
  await page.mouse.down()
  await page.mouse.move(right - 6, middle + 1, { steps: 3 })
  await page.mouse.up()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await expectSaved(page)
  expect((await storedCells(ask, own)).get(first)?.value).toBe(9)
  // A click leaves the cell selected; a double click edits it, so that a figure can be corrected.
  await cellNamed(page, first).click()
  await page.mouse.click(right, middle)
  await page.keyboard.type('8')
  await expect(cellNamed(page, first)).toHaveValue('8')
  await page.keyboard.press('Enter')
  await page.mouse.dblclick(right, middle)
  await page.keyboard.type('5')
  await expect(cellNamed(page, first)).toHaveValue('85')
})

test('a choice and an empty cell are copied and pasted like any other', async ({ page, table }) => {
  const own = await table({ rows: 3, columns: 1, isYesNo: true })
  const [first = '', second = '', third = ''] = own.cells
  await openTable(page, own)
  await pasteBlockInto(page, first, 'yes')
  await expect(choice(page, first)).toHaveValue('Yes')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('ArrowDown')
  await expect(choice(page, second)).toBeFocused()
  await page.keyboard.press('Control+v')
  await expect(choice(page, second)).toHaveValue('Yes')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+v')
  await expect(choice(page, second), 'a blank keeps the answer').toHaveValue('Yes')
  await page.getByRole('button', { name: 'Clear it' }).click()
  await expect(choice(page, second)).toHaveValue('')
  await pasteBlockInto(page, third, 'perhaps')
  await expect(page.getByText(/perhaps.*Answer yes or no/)).toBeVisible()
})
