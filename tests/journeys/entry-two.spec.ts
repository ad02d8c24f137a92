import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import {
  barButton,
  cellNamed,
  expectSaved,
  openTable,
  savingState,
  storedCells,
  test
} from '#tests/support/entry.ts'
import { kill } from '#tests/support/kill-browser.ts'

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
  await expect(barButton(page, '1 waits for your choice')).toBeVisible()
  await cellNamed(page, cell).focus()
  await expect(cellNamed(page, cell)).toHaveValue(mine)
  await expect(cellNamed(page, cell)).toHaveAccessibleDescription(`Also changed by ${author}`)
  const panel = page.getByRole('complementary', { name: 'About the cell' }).getByRole('status')
  await expect(panel.getByText('Two versions: choose one')).toBeVisible()
  await expect(panel.getByRole('term')).toHaveText(['Yours', new RegExp(`^${author}’s, \\d\\d:\\d\\d$`)])
  await expect(panel.getByRole('definition')).toHaveText([`Keep ${mine}`, `Take ${theirs}`])
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

  // A page with a connection looks every few seconds for what others saved, and would know it before it is typed over.
  await other.context().setOffline(true)
  await enter(other, first, '22')
  await enter(page, first, '11')
  await expectSaved(page)
  await other.context().setOffline(false)
  await enter(other, second, '5')
  const author = (await valueOf(first))?.updated_by ?? ''
  expect(author).not.toBe('')
  await expectConflict(other, first, { mine: '22', theirs: '11', author })
  await expect.poll(async () => (await valueOf(second))?.value, 'the cell beside it is saved').toBe(5)
  expect((await valueOf(first))?.value).toBe(11)
  await page.context().setOffline(true)
  await other.getByRole('button', { name: `Keep 22: ${first}` }).click()
  await expectSaved(other)
  expect(await valueOf(first)).toMatchObject({ value: 22, version: 2 })

  const contributor = (await valueOf(first))?.updated_by ?? ''
  expect(contributor).not.toBe(author)
  await enter(page, first, '33')
  await enter(page, third, '7')
  await page.context().setOffline(false)
  await expectConflict(page, first, { mine: '33', theirs: '22', author: contributor })
  await page.getByRole('button', { name: `Take 22: ${first}` }).click()
  await expect(cellNamed(page, first)).toHaveValue('22')
  await expectSaved(page)
  expect(await valueOf(first)).toMatchObject({ value: 22, version: 2 })
  expect(await valueOf(third)).toMatchObject({ value: 7, version: 1 })
  await other.context().close()
})

test('two tabs of one person: the newer value wins in both, nobody is asked, and a kill of the browser loses nothing', async ({
  launchOptions,
  site,
  wire,
  ask,
  table
}) => {
  const own = await table({ rows: 2, columns: 2 })
  const [first = '', second = ''] = own.cells
  const folder = await mkdtemp(join(tmpdir(), 'two-tabs-'))
  const open = () => chromium.launchPersistentContext(folder, { ...launchOptions, baseURL: site.url })
  const context = await open()
  const [page, tab] = [await context.newPage(), await context.newPage()]
  await openTable(page, own)
  await openTable(tab, own)

  await enter(page, first, '41')
  await expect(cellNamed(tab, first), 'what one tab saves the other shows').toHaveValue('41')
  await enter(tab, first, '42')
  await expectSaved(tab)
  await expect(cellNamed(page, first)).toHaveValue('42')
  await expect(barButton(tab, /your choice/)).toBeHidden()

  await wire.refuse()
  await enter(page, second, '5')
  await expect(savingState(page)).toHaveText(/^Offline\. 1 answer kept on this device/)
  await enter(tab, second, '7')
  await expect(savingState(tab)).toHaveText(/^Offline\. 1 answer kept on this device/)
  // The older tab tries again, and must not put its own value back.
  await barButton(page, 'Try now').click()
  await expect(savingState(page)).toHaveText(/^Offline\. 1 answer kept on this device/)
  const gone = context.waitForEvent('close', { timeout: 0 })
  kill(folder)
  await gone
  await wire.accept()

  const later = await open()
  const reopened = await later.newPage()
  await openTable(reopened, own)
  await expect(cellNamed(reopened, second)).toHaveValue('7')
  await expectSaved(reopened)
  const stored = await storedCells(ask, own)
  expect([stored.get(first)?.value, stored.get(second)?.value]).toEqual([42, 7])
  await later.close()
  await rm(folder, { recursive: true, force: true })
})
