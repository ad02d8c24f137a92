// An organiser who waits for many: from the table over a reminder, seen before it is sent, to one organisation's open question.

import { expect } from '@playwright/test'
import { test } from '#tests/support/e2e-test.ts'
import { signIn } from '#tests/support/signed-in.ts'

test('the table, filtered, a reminder with its preview, and one click to an open question', async ({
  page
}) => {
  await signIn(page, 'admin')
  await page.goto('/projects/ward-staffing/data-collection')
  const table = page.getByRole('region', { name: 'Progress by section' })
  await expect(table.getByRole('rowheader').first()).toBeVisible()

  await page
    .getByRole('group', { name: 'State' })
    .getByRole('button', { name: /^In progress/ })
    .click()
  await page.getByRole('searchbox', { name: 'Organisation' }).fill('northfield general')
  await expect(table.getByRole('rowheader')).toHaveCount(1)

  await table.getByRole('checkbox', { name: 'Select Northfield General' }).check()
  await page.getByRole('button', { name: 'Send reminder to 1…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reminder to 1 organisation' })
  await expect(
    dialog.getByText(/Northfield General has not finished its data for Ward staffing/)
  ).toBeVisible()
  await dialog.getByRole('button', { name: /^Send \d+ emails?$/ }).click()
  await expect(page.getByText(/\d+ reminders? (is|are) on the way\./)).toBeVisible()
  await expect(table.getByRole('row', { name: /Northfield General/ })).not.toContainText('not yet')

  await page.getByRole('button', { name: 'Who was reminded when' }).click()
  const sent = page.getByRole('dialog', { name: 'Who was reminded when' })
  await expect(sent.getByRole('cell', { name: 'Northfield General' }).first()).toBeVisible()
  await sent.getByRole('button', { name: 'Close' }).click()

  // One click from the name to the open section.
  await table.getByRole('link', { name: 'Northfield General', exact: true }).click()
  await expect(page).toHaveURL(/\/questionnaire\/\d+-\d+-\d+/)
  await expect(page.getByRole('button', { name: 'Mark complete' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeEditable()
})
