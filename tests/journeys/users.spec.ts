import { expect, type Page } from '@playwright/test'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { apiOrigin, siteUrl } from '#tests/support/e2e-site.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { signIn } from '#tests/support/signed-in.ts'
import { test } from '#tests/support/still-field.ts'

// An admin's work with the people of a programme. At 200 % half of the tabs, as the commit chooses, all of them in `npm run test:long -- gate`.

async function open(page: Page, path = '/users', role = 'admin'): Promise<void> {
  await signIn(page, role)
  await page.goto(`${siteUrl('wards')}${path}`)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const mails = async (page: Page) => (await page.request.get(`${apiOrigin}/outbox`)).text()

test('by keyboard: two are selected and rejected with a reason, which they are mailed', async ({ page }) => {
  await open(page)
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await boxes.nth(0).focus()
  await page.keyboard.press('Space')
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(2)
    .focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'Selected people' })
  await expect(bar.getByText('2 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Reject…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reject 2 people?' })
  await dialog.getByRole('button', { name: 'Reject 2 and send' }).press('Enter')
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Please ask the lead of your organisation.')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 people are rejected and get an email.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  expect(await mails(page)).toContain('Please ask the lead of your organisation.')
  await page.getByRole('tab', { name: /^Other 2/ }).click()
  await expect(row(page, /Rejected/)).toHaveCount(2)
  await row(page, /Rejected/)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Move back to waiting' }).click()
  await expect(row(page, /Rejected/)).toHaveCount(1)
})

test('from the invitation to a deleted account, and what is filtered stays after a reload', async ({
  page
}) => {
  await open(page)
  await page.getByRole('button', { name: 'Invite' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invite a person' })
  await invitation.getByLabel('Email address').fill('lead@wards.example')
  await invitation.getByLabel('First name').fill('Noor')
  await invitation.getByLabel('Last name').fill('Vasquez')
  await invitation.getByLabel('Role').selectOption('Contributor')
  await invitation.getByLabel('Organisation').selectOption({ index: 1 })
  await invitation.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invitation.getByText('Email address already has an account.')).toBeVisible()
  await expect(invitation.getByLabel('Last name')).toHaveValue('Vasquez')
  await invitation.getByLabel('Email address').fill('noor@harbour.example')
  await invitation.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('An invitation is on its way to noor@harbour.example.')).toBeVisible()

  await page.getByRole('tab', { name: /^Invited/ }).click()
  await page.getByRole('searchbox', { name: 'Name or email' }).fill('noor vas')
  await expect(page).toHaveURL(/tab=invited&q=noor\+vas$/)
  await page.reload()
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Noor Vasquez' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Noor Vasquez?' })
  await question.getByLabel('Email address of the account').fill('noor@harbour')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByText('This is not the address of the account.')).toBeVisible()
  await question.getByLabel('Email address of the account').fill('noor@harbour.example')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No users match')).toBeVisible()

  await page.getByRole('tab', { name: 'Audit log' }).press('Enter')
  await expect(row(page, /Account deleted ?former member \d+/)).toBeVisible()
  await expect(row(page, /Invited ?former member \d+ ?Contributor/)).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test('at 200 % zoom no tab has a serious finding, and nothing is cut', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await signIn(page, 'admin')
  const tabs = ['waiting', 'active', 'invited', 'suspended', 'other', 'keys', 'audit']
  for (const tab of partInTurn(tabs, 2, 'tabs of users')) {
    await page.goto(`${siteUrl('wards')}/users?tab=${tab}`)
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading the users' })).toHaveCount(0)
    expect(await seriousFindings(page), tab).toEqual([])
    const cut = () => page.getByRole('main').evaluate(element => element.scrollWidth - element.clientWidth)
    await expect.poll(cut, tab).toBeLessThanOrEqual(0)
  }
})
