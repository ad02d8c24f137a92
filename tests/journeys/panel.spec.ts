import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { test } from '#tests/support/e2e-test.ts'
import { signIn } from '#tests/support/signed-in.ts'
import { findAnswer, withCell } from '#tests/support/workbooks.ts'

// Beside the section: the peers' strip, history, comments, lists, workbook, paper, and two people at one cell.

// Whole stories with the checks of axe between: longer than other tests.

async function openHub(page: Page, account: string): Promise<void> {
  await signIn(page, account)
  await page.goto('/projects/ward-staffing/data-collection')
  await expect(page.getByRole('row', { name: /Skill mix/ })).toBeVisible()
}

async function openSection(page: Page, account: string, section: string): Promise<void> {
  await openHub(page, account)
  await page
    .getByRole('row', { name: new RegExp(section) })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('heading', { name: section, level: 1 })).toBeVisible()
}

const cell = (page: Page, row: string, column: string) =>
  page.getByRole('textbox', { name: `${row}, ${column}`, exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: 'About the cell' })

test('while a figure is typed the strip says where it stands; its history and what is said about it are beside it', async ({
  page
}) => {
  await openSection(page, 'contributor', 'Skill mix')
  const hours = cell(page, 'Night shift, actual hours', 'Band 6')
  await hours.click()
  // The section opens at what is left, which may be a comment.
  await panel(page).getByRole('tab', { name: 'About' }).click()
  const strip = panel(page).getByRole('region', { name: 'Among peers' })
  const last = Number((await strip.getByText(/^2025: /).textContent())?.replace(/2025: |,/g, ''))
  await hours.fill(String(Math.round(last / 10)))
  await expect(strip.getByText(/^A tenth of last year’s .*A digit missing\?$/)).toBeVisible()
  expect(await seriousFindings(page), 'strip').toEqual([])
  await hours.fill(String(last))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^All saved at/)).toBeVisible()
  await hours.click()

  await panel(page).getByRole('tab', { name: 'History' }).click()
  await expect(
    panel(page)
      .getByText(/^Rolf Lindqvist, \d+ \w+/)
      .first()
  ).toBeVisible()
  expect(await seriousFindings(page), 'history').toEqual([])

  await panel(page).getByRole('tab', { name: 'History' }).press('ArrowRight')
  await expect(panel(page).getByRole('tab', { name: /Comments/ })).toBeFocused()
  await panel(page).getByLabel('New comment').fill('Agency nurses are left out.')
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(panel(page).getByText('Agency nurses are left out.')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Reply' }).click()
  await panel(page).getByLabel('Reply to Rolf Lindqvist').fill('Good.')
  await page.keyboard.press('Control+Enter')
  await expect(panel(page).getByText('Good.')).toBeVisible()
  expect(await seriousFindings(page), 'comments').toEqual([])
  await panel(page).getByRole('button', { name: 'Resolve' }).click()
  await expect(panel(page).getByText('Resolved')).toBeVisible()

  await page.reload()
  await hours.click()
  await panel(page)
    .getByRole('tab', { name: /Comments/ })
    .click()
  await expect(panel(page).getByText('Good.')).toBeVisible()
})

test('everything left and everything wrong is listed and leads to its cell', async ({ page }) => {
  await openSection(page, 'contributor', 'Absence and turnover')
  const first = page.getByRole('main').getByRole('textbox').first()
  await first.fill('many')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: '1 invalid' }).click()
  const wrong = page.getByRole('dialog', { name: '1 invalid' })
  expect(await seriousFindings(page), 'list').toEqual([])
  await wrong.getByRole('button', { name: /Enter a number/ }).click()
  await expect(first).toBeFocused()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: /^Show missing answers/ }).click()
  await page
    .getByRole('dialog', { name: /^Show missing answers/ })
    .getByRole('button')
    .first()
    .click()
  await expect(first).toBeFocused()
})

test('a section goes to a file and comes back', async ({ page }) => {
  await openSection(page, 'contributor', 'Skill mix')
  const people = cell(page, 'Registered under 1 year', 'Band 5')
  const around = page.getByRole('gridcell').filter({ has: people })
  await expect(around).not.toHaveAttribute('data-last')
  await page.getByRole('switch', { name: 'Last year' }).check()
  await expect(around).toHaveAttribute('data-last', /^\d/)
  await page.getByRole('button', { name: 'Workbook' }).click()
  const dialog = page.getByRole('dialog', { name: /^Workbook/ })
  await expect(dialog).toBeVisible()
  expect(await seriousFindings(page), 'workbook').toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'CSV, with answers' }).click()
  ])
  const text = await readFile(await download.path(), 'utf8')
  const line =
    text.split('\r\n').find(one => one.includes('Registered under 1 year') && one.includes('Band 5')) ?? ''
  const filled = text.replace(line, line.replace(/,[^,]*,(q\d+:\d+:\d+,)/, ',7,$1'))
  expect(filled).not.toBe(text)
  await dialog
    .getByLabel('Workbook to upload')
    .setInputFiles({ name: 'back.csv', mimeType: 'text/csv', buffer: Buffer.from(filled) })
  await expect(dialog.getByRole('tab', { name: 'New 1' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload 1 cell' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(people).toHaveValue('7')
  await people.click()
  await page.keyboard.press('Control+z')
  await expect(people).toHaveValue('')
})

test('all sections of a submission go to one workbook and come back', async ({ page }) => {
  await openHub(page, 'contributor')
  await page.getByRole('button', { name: 'Workbook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Workbook: all sections' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Excel, with answers' }).click()
  ])
  const bytes = new Uint8Array(await readFile(await download.path()))
  const { sheet, address } = findAnswer(bytes, 'Skill mix', 'Registered under 1 year')
  const edited = Buffer.from(withCell(bytes, address, '<v>3</v>', { sheet }))
  await dialog
    .getByLabel('Workbook to upload')
    .setInputFiles({ name: 'all.xlsx', mimeType: 'application/octet-stream', buffer: edited })
  await dialog.getByRole('button', { name: 'Upload 1 cell' }).click()
  await expect(dialog.getByText(/^1 cell uploaded\./)).toBeVisible()
})

test('on paper stands the form alone', async ({ page }) => {
  await openSection(page, 'viewer', 'Skill mix')
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await page.getByRole('menuitem', { name: 'Blank form' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toContainText('Blank form.')
  await expect(page.getByRole('article').getByRole('row', { name: /^Budgeted WTE/ })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.getByRole('textbox').first()).toBeVisible()
})

test('two people at one cell: both figures, whose and when, and a choice', async ({ page, browser }) => {
  await openSection(page, 'lead', 'Skill mix')
  const mine = cell(page, 'Night shift, planned hours', 'Support')
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await openSection(other, 'contributor', 'Skill mix')
  // Another test may have the section open too.
  await expect(page.getByText(/^(Rolf Lindqvist|.* and \d others?) (is|are) here$/)).toBeVisible()
  await page.context().setOffline(true)
  await mine.fill('801')
  await page.keyboard.press('Enter')
  await cell(other, 'Night shift, planned hours', 'Support').fill('802')
  await other.keyboard.press('Enter')
  await expect(other.getByText(/^All saved at/)).toBeVisible()
  await elsewhere.close()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: '1 waits for your choice' }).click()
  const list = page.getByRole('dialog', { name: '1 waits for your choice' })
  await expect(list).toContainText('801')
  await expect(list).toContainText('Rolf Lindqvist')
  await expect(list).toContainText('802')
  expect(await seriousFindings(page), 'conflict').toEqual([])
  await list.getByRole('button', { name: /^Take 802 h: / }).click()
  await expect(mine).toHaveValue('802')
  await expect(page.getByText(/your choice/)).toHaveCount(0)
})

test('the hub: guidance, when it closes, and who signs once all is complete', async ({ page }) => {
  await openHub(page, 'lead')
  await expect(page.getByText(/^closes \d+ \w+, in \d+ days/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign off' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Guidance' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Guidance' }).getByRole('heading', { name: 'Before you start' })
  ).toBeVisible()
  expect(await seriousFindings(page), 'guidance').toEqual([])
})
