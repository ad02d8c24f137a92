import { expect } from '@playwright/test'
import {
  barButton,
  cellNamed,
  expectSaved,
  logInAgain,
  openTable,
  SAVE,
  savingState,
  storedCells,
  test
} from '#tests/support/entry.ts'
import { faultNames, type FaultName } from '#tests/support/faults.ts'
import { chooseSome } from '#tests/support/rotation.ts'

// Every kind of wrong answer to the saving of cells: the page says in words how it stands, and afterwards each cell is at the server once.

/** One fault of each kind that the page answers in its own way: half of them every day, as the commit chooses, and all faults by `npm run test:long`. */
const oneOfEachKind: readonly FaultName[] = [
  'status 401',
  'status 403',
  'status 413',
  'status 422',
  'status 423',
  'status 429 with Retry-After',
  'status 502',
  'status 503 without leave for the page',
  'reset in the middle of the body, work done',
  'body cut with a matching length, work done',
  'answer lost, work done',
  'no answer',
  'delivered twice at once',
  'slow trickle',
  'HTML with status 200',
  'JSON of another shape'
]
const tried = process.env['LONG']
  ? faultNames
  : chooseSome(oneOfEachKind, oneOfEachKind.length / 2, 'kinds of faults')

const stops: Partial<Record<FaultName, RegExp>> = {
  'status 400': /The proxy says 400/,
  'status 401': /Log in again to send them/,
  'status 403': /Your account can no longer change this section/,
  'status 404': /The proxy says 404/,
  'status 413': /The proxy says 413/,
  'status 422': /The server rejected them/,
  'status 423': /This section is now locked/
}
/** The answer is right in the end: nobody has to be told anything. */
const harmless = new Set<FaultName>(['delivered twice', 'delivered twice at once', 'slow trickle'])
const hanging = new Set<FaultName>(['no answer', 'no answer, work done'])

const wordsOf = (name: FaultName): RegExp => {
  if (stops[name]) return new RegExp(`^2 answers kept on this device\\. .*${stops[name].source}`)
  if (harmless.has(name)) return /^All saved/
  return hanging.has(name)
    ? /^Saving… 2 answers kept on this device/
    : /^(Offline|The server is not responding)\. 2 answers kept on this device/
}

test('whatever goes wrong with saving, the page says so and every cell arrives once', async ({
  page,
  wire,
  ask,
  table
}) => {
  test.setTimeout(240_000)
  const own = await table({ rows: tried.length, columns: 2 })
  await openTable(page, own)
  for (const [index, name] of tried.entries()) {
    await test.step(name, async () => {
      const cells = own.cells.slice(2 * index, 2 * index + 2)
      const fault = wire.fault(name, SAVE)
      for (const [column, cell] of cells.entries())
        await cellNamed(page, cell).fill(String(10 * index + column + 1))
      await page.keyboard.press('Enter')
      await expect(savingState(page), name).toHaveText(wordsOf(name))
      if (hanging.has(name)) {
        await expect.poll(() => wire.log.some(request => request.fault === name)).toBe(true)
        fault.lift()
        // The connection that nobody answers on is cut in the end.
        await wire.refuse()
        await wire.accept()
      }
      fault.lift()
      if (name === 'status 401') await logInAgain(page)
      else if (stops[name]) await barButton(page, 'Try again').click()
      await expectSaved(page)
    })
  }
  const stored = await storedCells(ask, own)
  for (const [index, cell] of own.cells.entries()) {
    const value = 10 * Math.floor(index / 2) + (index % 2) + 1
    expect(stored.get(cell), `${cell}, ${tried[Math.floor(index / 2)]}`).toMatchObject({
      value,
      version: 1
    })
  }
})
