import { expect } from '@playwright/test'
import type { CellChange } from '#contract/section-submissions.ts'
import {
  cellNamed,
  expectSaved,
  openTable,
  SAVE,
  savingState,
  storedCells,
  test
} from '#tests/support/entry.ts'
import type { PassedRequest } from '#tests/support/faulty-proxy.ts'

// The order of many batches shows with a hundred as with five hundred; the long tests type them all.
const [ROWS, COLUMNS] = process.env['LONG'] ? [50, 10] : [20, 5]
const EDITS = ROWS * COLUMNS
/** Typed down each column: the first value of a column is one more than the last of the column before. */
const valueAt = (row: number, column: number): number => column * ROWS + row + 1

/** The questions that a browser asks before a call are no calls, and it asks them even while it is told to be offline. */
const saves = (log: readonly PassedRequest[]): PassedRequest[] =>
  log.filter(({ method, path }) => method === SAVE.method && SAVE.path.test(path))

test(`${EDITS} edits without a connection arrive once and in order when it is back`, async ({
  page,
  context,
  wire,
  ask,
  table
}) => {
  test.setTimeout(240_000)
  const own = await table({ rows: ROWS, columns: COLUMNS })
  await openTable(page, own)
  const before = wire.log.length
  await context.setOffline(true)
  for (let column = 0; column < COLUMNS; column++) {
    await cellNamed(page, own.cells[column] ?? '').focus()
    await page.keyboard.type(Array.from({ length: ROWS }, (_, row) => `${valueAt(row, column)}\n`).join(''))
  }
  await expect(savingState(page)).toHaveText(new RegExp(`^Offline\\. ${EDITS} answers kept on this device`))
  expect(saves(wire.log.slice(before))).toEqual([])

  await context.setOffline(false)
  await expectSaved(page)
  const sent = saves(wire.log.slice(before)).flatMap(
    ({ body }) => (JSON.parse(body) as { answers: CellChange[] }).answers
  )
  expect(sent.map(({ value }) => value)).toEqual(Array.from({ length: EDITS }, (_, index) => index + 1))
  const stored = await storedCells(ask, own)
  expect(own.cells.map(cell => stored.get(cell)).map(answer => [answer?.value, answer?.version])).toEqual(
    own.cells.map((_, index) => [valueAt(Math.floor(index / COLUMNS), index % COLUMNS), 1])
  )
})

/** In the page, before its scripts: a browser that refuses every kind of storage besides cookies. */
function refuseStorage(): void {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches'])
    Object.defineProperty(window, name, { get: refuse })
  Object.defineProperty(navigator, 'locks', { value: undefined })
}

test('where the browser stores nothing, the page says to keep it open, and every edit arrives', async ({
  page,
  context,
  ask,
  table
}) => {
  const own = await table({ rows: 2, columns: 1 })
  const [first = '', second = ''] = own.cells
  await context.addInitScript(refuseStorage)
  await openTable(page, own)
  await cellNamed(page, first).fill('11')
  await expectSaved(page)
  await context.setOffline(true)
  await cellNamed(page, second).fill('12')
  await page.keyboard.press('Enter')
  await expect(savingState(page)).toHaveText(
    /^1 answer only on this page: keep it open\. This browser does not let the page store answers/
  )
  await context.setOffline(false)
  await expectSaved(page)
  const stored = await storedCells(ask, own)
  expect([first, second].map(cell => stored.get(cell)?.value)).toEqual([11, 12])
})
