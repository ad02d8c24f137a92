import { expect, type Page } from '@playwright/test'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { signIn } from '#tests/support/signed-in.ts'

// An admin builds a chart, and a member reads it.

const group = `${siteUrl('wards')}/projects/ward-staffing/results/establishment`
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const data = (page: Page) => page.getByRole('region', { name: 'Data', exact: true })

/** By its part of the questionnaire, its row, and the total of its columns that is there at first. */
async function choose(page: Page, label: string, figure: string): Promise<void> {
  const pick = (name: string) => data(page).getByRole('combobox', { name, exact: true })
  await pick(`${label}: part of the questionnaire`).selectOption({ label: 'Skill mix, Staff by band' })
  await pick(label).selectOption({ label: figure })
  await expect(pick(`${label}: column`).getByRole('option', { selected: true })).toHaveText('Total')
}

test('a chart is built from two figures, previewed, saved, and read by a member', async ({
  page,
  browser
}) => {
  await signIn(page, 'admin')
  await page.goto(`${group}?focus=table`)
  await page.getByRole('link', { name: 'New chart' }).click()
  await expect(preview(page).getByText('Nothing to draw yet')).toBeVisible()

  // What is missing is said at its field, and nothing is sent.
  await page.getByRole('textbox', { name: 'Unit' }).fill('% of posts')
  await page.getByRole('button', { name: 'Save the chart' }).click()
  await expect(page.getByText('Title is required.')).toBeVisible()
  await page.getByLabel('Title').fill('Posts filled')

  await page.getByRole('button', { name: 'Add a figure to the numerator' }).click()
  await choose(page, 'Numerator, figure 1', 'Budgeted WTE')
  await page.getByRole('button', { name: 'Add a figure to the denominator' }).click()
  await choose(page, 'Denominator, figure 1', 'Budgeted WTE')
  await expect(preview(page).getByText(/has 100/)).toBeVisible()

  // The numerator goes on as a formula, by keyboard.
  await page.getByRole('button', { name: /^Write as a formula.*numerator/ }).click()
  const formula = page.getByRole('textbox', { name: 'Numerator as a formula' })
  await formula.press('Control+End')
  await formula.pressSequentially(' − [vacant')
  await expect(page.getByText('A closing bracket ] is missing after this name.')).toBeVisible()
  await formula.press('ArrowDown')
  await formula.press('ArrowUp')
  await formula.press('Enter')
  await expect(formula).toHaveValue(/ − \[Vacant WTE[^\]]*\]$/)
  await page.getByRole('button', { name: 'Show as a list' }).click()
  await expect(
    page.getByRole('button', { name: 'Numerator, figure 2: subtracted. Change the sign' })
  ).toBeVisible()
  await expect(data(page).getByText(/\d+ of \d+ wards have a value/)).toBeVisible()
  await expect(preview(page).getByRole('slider')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  // What is typed stays on this device.
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Posts filled')
  await page.getByRole('button', { name: 'Save the chart' }).click()
  await expect(page.getByText('Posts filled is saved. Members see it now.')).toBeVisible()
  await expect(page).toHaveURL(/detail\/\d+\?mode=edit$/)
  await expect(page.getByRole('button', { name: /^Establishment, Results 9th of 9/ })).toBeVisible()

  const member = await (await browser.newContext()).newPage()
  await signIn(member, 'viewer')
  await member.goto(page.url().replace('?mode=edit', ''))
  await expect(member.getByRole('heading', { name: 'Posts filled', level: 1 })).toBeVisible()
  await expect(
    member
      .getByRole('tabpanel')
      .getByText(/% of posts/)
      .first()
  ).toBeVisible()
  await expect(member.getByRole('link', { name: 'Edit' })).toHaveCount(0)
})

test('two admins change one chart: both versions are shown, and nothing is lost', async ({
  page,
  browser
}) => {
  await signIn(page, 'admin')
  await page.goto(group)
  await page.getByRole('link', { name: 'Vacancy rate' }).first().click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Vacancy rate')

  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'super')
  await other.goto(page.url())
  await other.getByLabel('Target').fill('7')
  await other.getByLabel('Source').fill('The annual census')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Vacancy rate is saved.', { exact: false })).toBeVisible()

  await page.getByLabel('Target').fill('9.5')
  const band = page.getByRole('alert').filter({ hasText: 'Changed by' })
  await expect(band).toContainText('target, source')
  await expect(page.getByText('set it to “7”')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  expect(await seriousFindings(page)).toEqual([])
  await band.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByLabel('Target')).toHaveValue('9.5')
  await expect(page.getByLabel('Source')).toHaveValue('The annual census')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Vacancy rate is saved.', { exact: false })).toBeVisible()
  await expect(page.getByText('This is what members see.')).toBeVisible()
})

test('a chart is duplicated, retired, restored and moved in its group', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto(group)
  await page.getByRole('link', { name: 'Vacancy rate' }).first().click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Copy of Vacancy rate')
  await page.getByRole('button', { name: 'Save the chart' }).click()
  await expect(page.getByText('Copy of Vacancy rate is saved.', { exact: false })).toBeVisible()

  const order = page.getByRole('button', { name: /^Establishment, Results .* change the order$/ })
  const place = await order.getAttribute('aria-label')
  await order.click()
  await page.getByRole('button', { name: 'Move Copy of Vacancy rate up' }).click()
  await expect(order).not.toHaveAttribute('aria-label', place ?? '')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByText('Members no longer see it', { exact: false })).toBeVisible()
  await page.goto(`${group}/detail`)
  await page.getByRole('button', { name: 'Restore Copy of Vacancy rate' }).click()
  await expect(page.getByText('Members see Copy of Vacancy rate again', { exact: false })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Retired charts' })).toHaveCount(0)
})
