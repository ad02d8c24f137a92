import { expect, type Locator, type Page } from '@playwright/test'
import { pasteBlock } from '#tests/support/clipboard.ts'
import { barButton, cellNamed, expectSaved, openTable, storedCells, test } from '#tests/support/entry.ts'
import { signIn } from '#tests/support/signed-in.ts'

// A table filled in as in a spreadsheet: ranges by mouse and by key, the clipboard, fills and the menu. A large table has
// five hundred cells in `npm run test:long -- entry`.

const at = (page: Page, night: number, ward: number): Locator =>
  cellNamed(page, `Night ${night}, Ward ${ward}`)

async function dragOver(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('A cell is not in sight.')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 })
  await page.mouse.up()
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('select, add up, copy, paste, fill and clear ranges of cells, by mouse and by key', async ({
  page,
  context,
  ask,
  table
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const own = await table({ rows: 4, columns: 3 })
  await openTable(page, own)
  const bar = page.getByRole('region', { name: 'Saving and next steps' })

  await at(page, 1, 1).click()
  await page.keyboard.type('10')
  await press(page, 'Tab')
  await page.keyboard.type('20')
  await press(page, 'Enter')
  await dragOver(page, at(page, 1, 1), at(page, 1, 2))
  await expect(bar.getByText('2 cells · sum 30 · mean 15')).toBeVisible()
  await expect(page.getByText('2 cells selected: Night 1, Ward 1 to Night 1, Ward 2.')).toHaveCount(1)
  await press(page, 'Control+c')

  await at(page, 2, 1).click()
  await at(page, 3, 2).click({ modifiers: ['Shift'] })
  await press(page, 'Control+v')
  await expect(page.getByText('4 cells pasted.')).toBeVisible()
  await expect(at(page, 3, 2)).toHaveValue('20')

  await page.getByRole('columnheader', { name: 'Ward 3' }).click()
  await expect(at(page, 1, 3)).toBeFocused()
  await page.keyboard.type('7')
  await press(page, 'Control+Enter')
  await expect(at(page, 4, 3)).toHaveValue('7')
  await press(page, 'Control+z')
  await expect(at(page, 4, 3)).toHaveValue('')
  await press(page, 'Control+y')
  await expect(at(page, 4, 3)).toHaveValue('7')

  await at(page, 3, 1).click()
  await press(page, 'Shift+ArrowRight', 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Not available' }).click()
  await expect(at(page, 3, 1)).toHaveAttribute('placeholder', 'not known')
  await expect(at(page, 3, 1)).toBeFocused()
  await press(page, 'Control+Home', 'Control+Shift+ArrowDown', 'Shift+ArrowRight')
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
  await at(page, 4, 3).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Clear' }).click()

  await expectSaved(page)
  const stored = await storedCells(ask, own)
  expect(
    [...stored.values()].map(({ value, is_not_available }) => (is_not_available ? 'none' : value))
  ).toEqual([10, 20, 7, 10, 20, 7, 10, 20, 7, 10, 20, null])
})

const [ROWS, COLUMNS] = process.env['LONG'] ? [50, 10] : [12, 10]

test(`sixty cells cost one click from the home page, and ${ROWS * COLUMNS} pasted and completed three clicks and one key`, async ({
  page,
  ask,
  table
}) => {
  const own = await table({ rows: ROWS, columns: COLUMNS, isRequired: true, isAlone: true })
  let clicks = 0
  const click = async (control: Locator): Promise<void> => {
    clicks += 1
    await control.click()
  }
  const openFromHome = async (cell: string): Promise<void> => {
    await page.goto('/')
    const due = page.getByRole('list', { name: 'Due' }).getByRole('listitem')
    await click(
      due
        .filter({ hasText: 'Ward staffing' })
        .getByRole('link', { name: /^(Start|Continue): / })
        .first()
    )
    await expect(cellNamed(page, cell)).toBeFocused()
  }
  await signIn(page, 'lead')
  await openFromHome(own.cells[0]!)
  for (let cell = 0; cell < 60; cell += 1) {
    await page.keyboard.type('5')
    await page.keyboard.press('Tab')
  }
  await expectSaved(page)
  expect(clicks).toBe(1)
  const submissionId = Number(/questionnaire\/\d+-(\d+)-\d+/.exec(page.url())?.[1])
  const values = async (): Promise<unknown[]> => {
    const stored = await storedCells(ask, { ...own, place: { ...own.place, submissionId } })
    return [...stored.values()].map(({ value }) => value)
  }
  expect((await values()).filter(value => value === 5)).toHaveLength(60)

  clicks = 0
  await openFromHome(own.cells[60]!)
  const headings = ['', ...Array.from({ length: COLUMNS }, (_, index) => `Ward ${index + 1}`)]
  const lines = Array.from({ length: ROWS }, (_, index) => [
    `Night ${index + 1}`,
    ...Array.from({ length: COLUMNS }, () => '7')
  ])
  await pasteBlock(page, [headings, ...lines].map(line => line.join('\t')).join('\n'))
  await click(page.getByRole('button', { name: 'Paste by name' }))
  await click(barButton(page, 'Mark complete'))
  await expect(barButton(page, 'Reopen')).toBeVisible()
  expect(clicks).toBe(3)
  expect(await values()).toEqual(Array.from({ length: ROWS * COLUMNS }, () => 7))
})
