import { expect } from '@playwright/test'
import {
  cellNamed,
  expectSaved,
  logInAgain,
  openTable,
  SAVE,
  savingState,
  storedCells,
  test
} from '#tests/support/entry.ts'

// The end of a session while someone enters data: nothing typed goes astray, and nothing leaves without its user.

test('the session ends amid typing: no key is taken, and the log-in becomes modal when the fields are left', async ({
  page,
  wire,
  ask,
  table
}) => {
  const own = await table({ rows: 3, columns: 2 })
  const [first = '', second = '', third = ''] = own.cells
  await openTable(page, own)
  const fault = wire.fault('status 401', SAVE)
  await cellNamed(page, first).fill('1')
  await page.keyboard.press('Tab')
  const dialog = page.getByRole('dialog', { name: 'Log in again' })
  const password = dialog.getByLabel('Password', { exact: true })
  for (const digit of '12') await page.keyboard.press(digit)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('alert').first()).toHaveText(
    'You are logged out. What you type is kept on this device.'
  )
  await expect(cellNamed(page, second)).toBeFocused()
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('456')
  await expect(cellNamed(page, second)).toHaveValue('123')
  await expect(cellNamed(page, third)).toHaveValue('456')
  await expect(password).toHaveValue('')
  await cellNamed(page, third).blur()
  await expect(password).toBeFocused()
  fault.lift()
  await logInAgain(page)
  await expectSaved(page)
  const stored = await storedCells(ask, own)
  expect([first, second, third].map(cell => stored.get(cell)?.value)).toEqual([1, 123, 456])
})

test('logging out with cells that wait asks first, sends nothing without a token, and keeps them for their user', async ({
  page,
  wire,
  ask,
  table
}) => {
  const own = await table({ rows: 2, columns: 2 })
  const [first = '', second = ''] = own.cells
  await openTable(page, own)
  await wire.refuse()
  await cellNamed(page, first).fill('11')
  await page.keyboard.press('Enter')
  await expect(savingState(page)).toHaveText(/1 answer kept on this device/)
  const logOut = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
  }
  await logOut()
  const question = page.getByRole('dialog')
  await expect(question.getByText('Log out without saving?')).toBeVisible()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(cellNamed(page, first)).toHaveValue('11')
  await logOut()
  const saves = () =>
    wire.log.filter(({ method, path }) => method === SAVE.method && SAVE.path.test(path)).length
  const before = saves()
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Email address')).toBeVisible()
  await wire.accept()
  expect((await storedCells(ask, own)).get(first)?.value ?? null).toBeNull()
  expect(saves(), 'nothing is sent without a token').toBe(before)

  await openTable(page, own)
  await expectSaved(page)
  expect((await storedCells(ask, own)).get(first)?.value).toBe(11)
  // With a connection what waits is sent first, and nobody is asked.
  await cellNamed(page, second).fill('12')
  await logOut()
  await expect(page.getByLabel('Email address')).toBeVisible()
  expect((await storedCells(ask, own)).get(second)?.value).toBe(12)
})
