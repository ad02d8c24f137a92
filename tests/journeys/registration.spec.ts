import { expect, type Page } from '@playwright/test'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { signIn } from '#tests/support/signed-in.ts'
import { test } from '#tests/support/still-field.ts'

// Registering for a project, from its home and back, by keyboard alone; accessible, and whole at 200 % zoom.

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const region = (page: Page, name: RegExp) => page.getByRole('region', { name })

/** Presses what is found by role and name, as someone without a mouse does. */
async function press(page: Page, name: string, role: 'button' | 'link' = 'button'): Promise<void> {
  await page.getByRole(role, { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

async function isSound(page: Page, when: string): Promise<void> {
  expect(await seriousFindings(page), when).toEqual([])
  const overflow = await page.getByRole('main').evaluate(element => element.scrollWidth - element.clientWidth)
  expect(overflow, when).toBeLessThanOrEqual(0)
}

test('an organisation registers by keyboard, changes its mind, and takes part again', async ({ page }) => {
  await signIn(page, 'lead', 'councils')
  await page.goto(`${siteUrl('councils')}/projects`)
  const register = page.getByRole('link', { name: /^Register: / })
  const project = (await register.getAttribute('aria-label'))?.replace('Register: ', '') ?? ''
  await page.getByRole('link', { name: project, exact: true }).click()
  await expect(heading(page, project)).toBeVisible()
  await press(page, `Register for ${project}`, 'link')
  await expect(heading(page, 'Registration')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept and start' })).toBeVisible()
  await isSound(page, 'before it begins')

  await page.getByRole('checkbox', { name: /accepts the terms/ }).focus()
  await page.keyboard.press('Space')
  await press(page, 'Accept and start')
  await expect(page.getByText(/^.*The terms for .* were accepted on/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^2\. Scopes/ })).toBeFocused()
  await isSound(page, 'begun')
  await press(page, 'Save scopes')
  await expect(page.getByRole('button', { name: 'Save scopes' })).toHaveCount(0)

  const contacts = region(page, /3\. Contacts/)
  await expect(contacts.getByText('2 missing')).toBeVisible()
  await press(page, 'Add data contact')
  await expect(page.getByRole('dialog', { name: 'Add a contact' })).toBeVisible()
  expect(await seriousFindings(page), 'the dialog of a contact').toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add data contact' })).toBeFocused()
  await page.getByRole('button', { name: /^Copy 2 from / }).focus()
  await page.keyboard.press('Enter')
  await expect(contacts.getByText('primary', { exact: true })).toHaveCount(2)

  await contacts
    .getByRole('button', { name: /^Remove / })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: /^Remove .*\?$/ })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(contacts.getByText('primary', { exact: true })).toHaveCount(2)

  await page.getByRole('button', { name: /^Add these / }).focus()
  await page.keyboard.press('Enter')
  await expect(region(page, /4\. Services/).getByText(/^continues from /)).not.toHaveCount(0)
  await isSound(page, 'ready to confirm')
  await press(page, 'Confirm registration')
  await expect(region(page, /5\. Summary/).getByText('registered', { exact: true })).toBeVisible()

  await page.setViewportSize({ width: 640, height: 400 })
  await isSound(page, 'at 200 %')
  await page.setViewportSize({ width: 1280, height: 800 })

  await press(page, 'Withdraw registration…')
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await reason.fill('Merged with a neighbour')
  await press(page, 'Withdraw registration')
  await expect(page.getByText(/“Merged with a neighbour”/)).toBeVisible()
  await isSound(page, 'withdrawn')
  await press(page, 'Register again')
  await press(page, 'Confirm registration')
  await press(page, 'Go to the project', 'link')
  await expect(heading(page, project)).toBeVisible()
  await expect(page.getByRole('link', { name: `Register for ${project}` })).toHaveCount(0)
})
