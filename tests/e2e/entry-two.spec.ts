import { expect, type Page } from '@playwright/test'
import { barButton, cellNamed, expectSaved, openTable, savingState, storedCells, test } from '../support/entry.ts'

// Two people, then two tabs of one person, in the same cells.

async function enter(page: Page, cell: string, value: string): Promise<void> {
  await cellNamed(page, cell).fill(value)
  await page.keyboard.press('Enter')
}

/** Both answers, the other one's author and its time stand beside the cell. */
async function expectConflict(
  page: Page,
  cell: string,
  { mine, theirs, author }: Record<'mine' | 'theirs' | 'author', string>
): Promise<void> {
  await expect(barButton(page, '1 changed by two')).toBeVisible({ timeout: 15_000 })
  await cellNamed(page, cell).focus()
  await expect(cellNamed(page, cell)).toHaveValue(mine)
  await expect(cellNamed(page, cell)).toHaveAccessibleDescription(`Changed by ${author} meanwhile`)
  const panel = page.getByRole('complementary', { name: 'About the cell' }).getByRole('status')
  await expect(panel.getByRole('term')).toHaveText(['Yours', author])
  await expect(panel.getByRole('definition')).toHaveText([mine, theirs])
  await expect(panel.getByText(/^at \d\d:\d\d, \d+ \w+/)).toBeVisible()
}

test('two people in one cell: each sees the other’s value, and nothing is overwritten in silence', async ({
  browser,
  page,
  site,
  ask,
  table
}) => {
  const own = await table({ rows: 2, columns: 2 })
  const [first = '', second = '', third = ''] = own.cells
  const valueOf = async (cell: string) => (await storedCells(ask, own)).get(cell)
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await openTable(page, own)
  await openTable(other, own, 'contributor')

  await enter(page, first, '11')
  await expectSaved(page)
  await enter(other, first, '22')
  await enter(other, second, '5')
  const author = (await valueOf(first))?.updated_by ?? ''
  expect(author).not.toBe('')
  await expectConflict(other, first, { mine: '22', theirs: '11', author })
  await expect.poll(async () => (await valueOf(second))?.value, 'the cell beside it is saved').toBe(5)
  expect((await valueOf(first))?.value).toBe(11)
  await other.getByRole('button', { name: `Keep mine: ${first}` }).click()
  await expectSaved(other)
  expect(await valueOf(first)).toMatchObject({ value: 22, version: 2 })

  const contributor = (await valueOf(first))?.updated_by ?? ''
  expect(contributor).not.toBe(author)
  await enter(page, first, '33')
  await enter(page, third, '7')
  await expectConflict(page, first, { mine: '33', theirs: '22', author: contributor })
  await page.getByRole('button', { name: `Take theirs: ${first}` }).click()
  await expect(cellNamed(page, first)).toHaveValue('22')
  await expectSaved(page)
  expect(await valueOf(first)).toMatchObject({ value: 22, version: 2 })
  expect(await valueOf(third)).toMatchObject({ value: 7, version: 1 })
  await other.context().close()
})

test('two tabs of one person: the later one is asked, and unsent work of the other stays', async ({ context, page, wire, ask, table }) => {
  const own = await table({ rows: 2, columns: 2 })
  const [first = '', second = ''] = own.cells
  const tab = await context.newPage()
  await openTable(page, own)
  await openTable(tab, own)
  await enter(page, first, '41')
  await expectSaved(page)
  const author = (await storedCells(ask, own)).get(first)?.updated_by ?? ''
  await wire.refuse()
  await enter(page, second, '43')
  await expect(savingState(page)).toHaveText(/^1 cell kept on this device\. .*next try/, { timeout: 15_000 })
  await wire.accept()
  await enter(tab, first, '42')
  await expectConflict(tab, first, { mine: '42', theirs: '41', author })
  await tab.getByRole('button', { name: `Keep mine: ${first}` }).click()
  await expectSaved(tab)
  await page.bringToFront()
  await expectSaved(page)
  const stored = await storedCells(ask, own)
  expect([stored.get(first)?.value, stored.get(second)?.value]).toEqual([42, 43])
})
