import { expect, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/seed/seed.ts'
import { barButton, cellNamed, expectSaved, storedCells, test } from '../support/entry.ts'

// From the login to a completed section without a mouse.

/** Presses Tab until the cursor is there. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible({ timeout: 20_000 })
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error('Tab does not lead there.')
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('log in, open a section, fill it in, correct it, complete and reopen it by keyboard alone', async ({ page, ask, table }) => {
  test.setTimeout(120_000)
  const own = await table({ rows: 3, columns: 3 })
  const at = (night: number, ward: number): Locator => cellNamed(page, `Night ${night}, Ward ${ward}`)
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email address'))
  await page.keyboard.type('lead@wards.example')
  await press(page, 'Tab')
  await page.keyboard.type(DEMO_PASSWORD)
  await press(page, 'Enter')
  await tabTo(page, page.getByRole('link', { name: 'Ward staffing', exact: true }))
  await press(page, 'Enter')
  await tabTo(page, page.getByRole('link', { name: 'Data collection', exact: true }))
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: 'Data collection', level: 1 })).toBeVisible({ timeout: 20_000 })
  await tabTo(page, page.getByRole('row', { name: own.name }).getByRole('link').first())
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: own.name, level: 1 })).toBeVisible({ timeout: 20_000 })

  await tabTo(page, at(1, 1))
  await page.keyboard.type('12')
  await press(page, 'Tab')
  await page.keyboard.type('13')
  await press(page, 'Enter')
  await expect(at(2, 1)).toBeFocused()
  await page.keyboard.type('21')
  await press(page, 'ArrowRight')
  await page.keyboard.type('5000')
  await press(page, 'Enter')
  await expect(barButton(page, '1 not possible')).toBeVisible()
  // It stands there as 5,000.
  await press(page, 'ArrowUp', 'F2', 'Backspace', 'Backspace', 'Backspace', 'Backspace', '0', 'Enter')
  await expect(at(2, 2)).toHaveValue('50')
  await expect(barButton(page, '1 not possible')).toBeHidden()
  await page.keyboard.type('77')
  await press(page, 'Enter', 'Control+z')
  await expect(at(3, 2)).toHaveValue('')
  await press(page, 'Control+Home')
  await expect(at(1, 1)).toBeFocused()
  await press(page, 'ArrowRight', 'Delete')
  await expectSaved(page)
  // The hub chose the submission.
  const submissionId = Number(/questionnaire\/\d+-(\d+)-\d+$/.exec(page.url())?.[1])
  const stored = await storedCells(ask, { ...own, place: { ...own.place, submissionId } })
  expect([...stored.values()].map(({ value }) => value)).toEqual([12, null, null, 21, 50, null, null, null, null])

  await tabTo(page, barButton(page, 'Mark complete'))
  await press(page, 'Enter')
  await tabTo(page, barButton(page, 'Reopen'))
  await press(page, 'Enter')
  await expect(barButton(page, 'Mark complete')).toBeVisible({ timeout: 15_000 })
})
