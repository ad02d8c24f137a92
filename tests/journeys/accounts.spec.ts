import { expect, type Page } from '@playwright/test'
import { apiOrigin } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'

// From asking for an account to the mail and back, by keyboard where it matters; and a password that has expired.

const password = 'four words and a comma, please'

/** The newest link of the outbox that goes to an address of this site. */
async function linkOfMail(page: Page, part: string): Promise<string> {
  const mails = await (await page.request.get(`${apiOrigin}/outbox`)).text()
  return (
    new RegExp(`http://wards\\.localhost:\\d+${part}[\\w=&;?-]*`).exec(mails)?.[0].replaceAll('&amp;', '&') ??
    ''
  )
}

test('register, open the mail, see whose request it is and confirm it with a password', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('First name').fill('Bo')
  await page.getByLabel('Last name').fill('Achterberg')
  await page.getByLabel('Email address').fill('bo@harbour.example')
  await page.getByLabel('My organisation is not listed').check()
  await page.getByLabel('Name of your organisation').fill('Harbour Clinic')
  await page.getByLabel(/I accept the terms/).check()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Register' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

  const link = await linkOfMail(page, '/verify/')
  await page.goto(link)
  // Once more, as a scanner does: the code is not spent.
  await page.goto(link)
  await expect(page.getByText('Bo Achterberg')).toBeVisible()
  await expect(page.getByText('Harbour Clinic')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Confirm and set password' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
})

test('a password that has expired is renewed with the old one', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email address').fill('expired@wards.example')
  await page.getByLabel('Password', { exact: true }).fill('benchmark-demo-2026')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Password Expired, please reset you password')).toBeVisible()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await expect(page.getByLabel('Email address')).toHaveValue('expired@wards.example')
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})
