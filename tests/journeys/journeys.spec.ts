import { expect, type Page } from '@playwright/test'
import { apiOrigin, siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'

// Each role's way from the first mail to logging out, one after the other as they let each other in; and someone who does everything wrong.
test.describe.configure({ mode: 'serial' })

const PASSWORD = 'four words and a comma, please'
const site = siteUrl('wards')

/** The newest link of the outbox that leads to a part of this site. */
async function newestLink(page: Page, part: string): Promise<string> {
  const mails = await (await page.request.get(`${apiOrigin}/outbox`)).text()
  const [link = ''] = new RegExp(`http://wards\\.localhost:\\d+${part}[\\w=&;?-]*`).exec(mails) ?? []
  return link.replaceAll('&amp;', '&')
}

async function logIn(page: Page, emailAddress: string, password = PASSWORD): Promise<void> {
  await page.goto(`${site}/login`)
  await page.getByLabel('Email address').fill(emailAddress)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  // What was left is no longer there for whoever comes next.
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
}

async function invite(page: Page, emailAddress: string, role: string, organisation?: string): Promise<void> {
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('Email address').fill(emailAddress)
  await dialog.getByLabel('First name').fill('Ines')
  await dialog.getByLabel('Last name').fill('Roth')
  await dialog.getByLabel('Role').selectOption(role)
  if (organisation !== undefined) await dialog.getByLabel('Organisation').selectOption(organisation)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`An invitation is on its way to ${emailAddress}.`)).toBeVisible()
}

async function acceptInvitation(page: Page, emailAddress: string): Promise<void> {
  await page.goto(await newestLink(page, '/forgot-password\\?'))
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await logIn(page, emailAddress)
}

/** Opens the first section that can be filled in and gives its first empty field a number. */
async function enterFigure(page: Page, value: string): Promise<void> {
  await page.getByRole('link', { name: 'Ward staffing', exact: true }).click()
  await page
    .getByRole('link', { name: /^(Start|Continue): / })
    .first()
    .click()
  const field = page.getByRole('main').getByRole('region').getByRole('textbox').first()
  await field.fill(value)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^All saved at/)).toBeVisible()
}

test('a superuser invites an admin; the admin comes in by the mail and invites a lead', async ({ page }) => {
  await logIn(page, 'super@wards.example', 'benchmark-demo-2026')
  await invite(page, 'ada@wards.example', 'Programme admin')
  await logOut(page)

  await acceptInvitation(page, 'ada@wards.example')
  await invite(page, 'lea@wards.example', 'Organisation lead', 'Northfield General')
  await logOut(page)
})

test('the lead comes in by the mail, sees what is to do, enters a figure and looks at the registration', async ({
  page
}) => {
  await acceptInvitation(page, 'lea@wards.example')
  await enterFigure(page, '12')
  await page.getByRole('link', { name: 'Registration', exact: true }).click()
  await expect(page.getByRole('heading', { name: /4\. Wards/ })).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('button', { name: 'Mine' }).click()
  await expect(
    page
      .getByText('You have nothing to do')
      .or(page.getByText(/to do in \d/))
      .first()
  ).toBeVisible()
  await logOut(page)
})

test('a contributor registers, confirms the address, is let in by the admin, enters a figure and makes a code', async ({
  page
}) => {
  await page.goto(`${site}/register`)
  await page.getByLabel('First name').fill('Cleo')
  await page.getByLabel('Last name').fill('Marsh')
  await page.getByLabel('Email address').fill('cleo@wards.example')
  await page.getByLabel('Organisation', { exact: true }).fill('Northfield General')
  await page.getByLabel(/I accept the terms/).check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.goto(await newestLink(page, '/verify/'))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm and set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()

  await logIn(page, 'ada@wards.example')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Cleo Marsh' }).check()
  const bar = page.getByRole('region', { name: 'Selected people' })
  await bar.getByLabel('Role').selectOption('Contributor')
  await bar.getByRole('button', { name: 'Approve 1' }).click()
  await expect(page.getByRole('row', { name: /Cleo Marsh/ })).toHaveCount(0)
  await logOut(page)

  await logIn(page, 'cleo@wards.example')
  await enterFigure(page, '7')
  await page.getByRole('link', { name: 'Data collection', exact: true }).click()
  await page.getByRole('button', { name: 'Manage codes: Patient experience survey' }).click()
  await page.getByLabel('Number of new codes').fill('1')
  await page.getByRole('button', { name: 'Create codes' }).click()
  await expect(page.getByText('1 code created. New codes are at the end of the list.')).toBeVisible()
  const code = (await page.getByRole('rowheader').last().textContent()) ?? ''
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await logOut(page)

  // The respondent has the paper with the code alone.
  expect(code).toMatch(/^\w+/)
})

test('someone who does everything wrong is told each time, loses nothing and comes in', async ({ page }) => {
  await page.goto(`${site}/projects/ward-staffin`)
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Email address is required.')).toBeVisible()
  await page.getByLabel('Email address').fill('lea.wards.example')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText(/valid email address/)).toBeVisible()
  await page.getByLabel('Email address').fill('viewer@wards.example')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Incorrect email address or password').first()).toBeVisible()

  // A link that was cut in the mail, and a code that is none.
  await page.goto(`${site}/verify/half-of-a-code`)
  await expect(page.getByRole('heading', { name: 'This link is damaged' })).toBeVisible()
  await page.goto(`${site}/forgot-password?code=half-of-a-code`)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Confirm new password').fill('shorter')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/must have at least \d+ characters/).first()).toBeVisible()

  // A form that is half filled in and left by mistake.
  await page.goto(`${site}/register`)
  await page.getByLabel('First name').fill('Lea')
  await page
    .getByRole('link', { name: /log in/i })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Lea')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Last name is required.')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Lea')
  await page
    .getByRole('link', { name: /log in/i })
    .first()
    .click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()

  // In at last, and to a project that does not exist.
  await logIn(page, 'viewer@wards.example', 'benchmark-demo-2026')
  await page.goto(`${site}/projects/ward-staffin`)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.goto(`${site}/users`)
  await expect(page).toHaveURL(/\/projects$/)
  await logOut(page)
})
