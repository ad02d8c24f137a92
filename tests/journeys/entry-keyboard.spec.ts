import { expect, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { pasteBlock } from '#tests/support/clipboard.ts'
import { barButton, cellNamed, expectSaved, storedCells, test } from '#tests/support/entry.ts'

// From the login to a signed questionnaire without a mouse.

/** Presses Tab until the cursor is there. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error('Tab does not lead there.')
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function choose(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key)
  await press(page, 'Enter')
}

const at = (page: Page, night: number, ward: number): Locator =>
  cellNamed(page, `Night ${night}, Ward ${ward}`)

/** From the login by project and hub to the section. */
async function goToSection(page: Page, section: string): Promise<void> {
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email address'))
  await page.keyboard.type('lead@wards.example')
  await press(page, 'Tab')
  await page.keyboard.type(DEMO_PASSWORD)
  await press(page, 'Enter')
  await choose(page, page.getByRole('link', { name: 'Ward staffing', exact: true }))
  await choose(page, page.getByRole('link', { name: 'Data collection', exact: true }))
  await expect(page.getByRole('heading', { name: 'Data collection', level: 1 })).toBeVisible()
  await choose(page, page.getByRole('row', { name: section }).getByRole('link').first())
  await expect(page.getByRole('heading', { name: section, level: 1 })).toBeVisible()
}

/** Enter, Tab, arrows, F2, Escape, Delete, undo and redo. */
async function fillIn(page: Page): Promise<void> {
  await tabTo(page, at(page, 1, 1))
  await page.keyboard.type('12')
  await press(page, 'Tab')
  await page.keyboard.type('13')
  await press(page, 'Enter')
  await expect(at(page, 2, 1), 'Enter after a run of Tabs').toBeFocused()
  await page.keyboard.type('21')
  await press(page, 'ArrowRight')
  await page.keyboard.type('5000')
  await press(page, 'Enter')
  await expect(barButton(page, '1 invalid')).toBeVisible()
  // It stands there as 5,000.
  await press(page, 'ArrowUp', 'F2', 'Backspace', 'Backspace', 'Backspace', 'Backspace', '0', 'Enter')
  await expect(at(page, 2, 2)).toHaveValue('50')
  await expect(barButton(page, '1 invalid')).toBeHidden()
  await page.keyboard.type('77')
  await press(page, 'Escape')
  await expect(at(page, 3, 2)).toHaveValue('')
  await page.keyboard.type('78')
  await press(page, 'Enter', 'Control+z')
  await expect(at(page, 3, 2)).toHaveValue('')
  await press(page, 'Control+y')
  await expect(at(page, 3, 2)).toHaveValue('78')
  await press(page, 'Control+Home')
  await expect(at(page, 1, 1)).toBeFocused()
  await press(page, 'ArrowRight', 'Delete')
  await expect(at(page, 1, 2)).toHaveValue('')
}

/** From (1, 2), where column 2 is blank, 50, 78, blank, blank: the leaps; then a block at (4, 2). */
async function leapAndPaste(page: Page): Promise<void> {
  const leaps = [
    ['Home', 1, 1],
    ['End', 1, 3],
    ['ArrowLeft', 1, 2],
    ['Control+ArrowDown', 2, 2],
    ['Control+ArrowDown', 3, 2],
    ['Control+ArrowDown', 5, 2],
    ['Control+ArrowUp', 3, 2],
    ['Control+ArrowRight', 3, 3],
    ['Control+End', 5, 3],
    ['Shift+Enter', 4, 3],
    ['Shift+Tab', 4, 2]
  ] as const
  for (const [key, night, ward] of leaps) {
    await press(page, key)
    await expect(at(page, night, ward), key).toBeFocused()
  }
  await pasteBlock(page, '41\t"4\n2"\t43\r\n51\t52\r\n')
  await expect(page.getByText('4 cells pasted, 1 of them invalid; 1 value did not fit.')).toBeVisible()
  await expect(at(page, 4, 2)).toBeFocused()
  await press(page, 'ArrowRight')
  await page.keyboard.type('42')
  await press(page, 'Enter')
}

/** What is beside the cell: F6 leads there and back, arrows change the tab. */
async function commentInPanel(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'About the cell' })
  await press(page, 'F6')
  await expect(panel.getByRole('tab', { name: 'About' })).toBeFocused()
  await press(page, 'ArrowRight', 'ArrowRight')
  await tabTo(page, panel.getByLabel('New comment'))
  await page.keyboard.type('Counted twice.')
  await press(page, 'Control+Enter')
  await expect(panel.getByRole('listitem').getByText('Counted twice.')).toBeVisible()
}

test('log in, open a section, fill it in, complete it, sign the questionnaire and reopen it by keyboard alone', async ({
  page,
  ask,
  table
}) => {
  const own = await table({ rows: 5, columns: 3, isAlone: true })
  await goToSection(page, own.name)
  await fillIn(page)
  await leapAndPaste(page)
  await commentInPanel(page)
  await expectSaved(page)
  // The hub chose the submission.
  const submissionId = Number(/questionnaire\/\d+-(\d+)-\d+/.exec(page.url())?.[1])
  const stored = await storedCells(ask, { ...own, place: { ...own.place, submissionId } })
  const values = [...stored.values()].map(({ value }) => value)
  expect(values).toEqual([12, null, null, 21, 50, null, null, 78, null, null, 41, 42, null, 51, 52])

  await choose(page, barButton(page, 'Mark complete'))
  // The next step takes the place of the button that was pressed.
  await expect(barButton(page, 'Sign off')).toBeFocused()
  await choose(page, barButton(page, 'Reopen'), 'Shift+Tab')
  await choose(page, barButton(page, 'Mark complete'))
  await expect(barButton(page, 'Reopen')).toBeVisible()

  await choose(page, page.getByRole('link', { name: 'Data collection', exact: true }), 'Shift+Tab')
  await choose(page, page.getByRole('button', { name: 'Sign off' }))
  const dialog = page.getByRole('dialog', { name: /^Sign off/ })
  await expect(dialog.getByText('1 open comment')).toBeVisible()
  await choose(page, dialog.getByRole('button', { name: 'Sign off' }))
  await expect(page.getByText(/^Signed off by /)).toBeVisible()
  await choose(page, page.getByRole('button', { name: 'Reopen a section' }))
  await choose(page, page.getByRole('dialog').getByRole('button', { name: /^Reopen: / }))
  await expect(
    page
      .getByRole('row', { name: own.name })
      .getByText('All answered, not marked complete')
      .filter({ visible: true })
  ).toBeVisible()
})
