import { expect, type Page } from '@playwright/test'
import { indexUrl, siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { signIn } from '#tests/support/signed-in.ts'

// From the list of programmes to a benchmark chart, as a member goes it: on the built site, with the real API.

const cell = (page: Page, row: string, column: string) =>
  page.getByRole('textbox', { name: new RegExp(`${row}.*${column}`) })

test('a member enters figures and sees where the ward stands', async ({ page }) => {
  await page.goto(indexUrl)
  await page.getByRole('link', { name: /Ward Compare/ }).click()
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await page.getByLabel('Email address').fill('lead@wards.example')
  await page.getByLabel('Password', { exact: true }).fill('benchmark-demo-2026')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Ward staffing', exact: true }).click()
  await expect(page).toHaveTitle('Ward staffing - National Inpatient Network')

  await page.getByRole('link', { name: 'Data collection', exact: true }).click()
  await page
    .getByRole('row', { name: /Skill mix/ })
    .getByRole('link')
    .first()
    .click()
  for (const [band, hours] of [
    ['Band 5', '1,391'],
    ['Band 6', '1 022'],
    ['Band 7', '150'],
    ['Support', '1302']
  ] as const) {
    await cell(page, 'Day shift, actual hours', band).fill(hours)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^All saved at/)).toBeVisible()

  await page.reload()
  await expect(cell(page, 'Day shift, actual hours', 'Band 6')).toHaveValue('1,022')

  await page.getByRole('link', { name: 'Results', exact: true }).click()
  // The section that one comes from has a link of the same name.
  await expect(page.getByRole('heading', { name: / measures\b/, level: 1 })).toBeVisible()
  await page
    .getByRole('link', { name: /Establishment/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /Fill rate, day shift/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Fill rate, day shift' })).toBeVisible()
  const own = page.getByRole('complementary', { name: 'Own figures and definition' })
  const value = await own
    .getByText(/^\d+\.\d\s?%$/)
    .first()
    .textContent()
  expect(value).toMatch(/%/)
  await expect(page.getByText(/\(rank \d+ of \d+/).first()).toBeVisible()
  for (const line of ['Mean', 'Median', 'Lower quartile', 'Upper quartile'])
    await expect(page.getByText(new RegExp(`^${line} \\d`)).first()).toBeAttached()

  await page.getByRole('button', { name: /Peers/ }).click()
  await page.getByRole('checkbox').first().check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/peerGroupId=\d+/)
  await page.reload()
  await expect(page.getByText(/\(rank \d+ of \d+/).first()).toBeVisible()
  await expect(page).toHaveURL(/peerGroupId=\d+/)
  await expect(own.getByText(value ?? '').first()).toBeVisible()
})

test('every programme has its own name, colour and demo data', async ({ page }) => {
  const colours = new Set<string>()
  for (const [code, name] of [
    ['libraries', 'University Library Consortium'],
    ['councils', 'Council Services Benchmarking Club']
  ] as const) {
    await signIn(page, 'viewer', code)
    await page.goto(`${siteUrl(code)}/projects`)
    await expect(page).toHaveTitle(`Projects - ${name}`)
    colours.add(
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'))
    )
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  }
  expect(colours.size).toBe(2)
})

test('an address that does not exist says so, a deep link asks to log in and leads on, and logging out leads back', async ({
  page
}) => {
  await page.goto('/no/such/place')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('Page not found: /no/such/place')).toBeVisible()

  await page.goto('/projects/ward-staffing/results')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Email address').fill('viewer@wards.example')
  await page.getByLabel('Password', { exact: true }).fill('benchmark-demo-2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/projects\/ward-staffing\/results/)
  await expect(page.getByRole('heading', { name: / measures\b/, level: 1 })).toBeVisible()

  const told = page.waitForResponse(
    response => response.url().endsWith('/auth/logout/') && response.request().method() === 'POST'
  )
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect((await told).status()).toBe(200)
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?next=/)
})

test('a wrong password is said, and what was typed stays', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email address').fill('viewer@wards.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Incorrect email address or password').first()).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue('viewer@wards.example')
})

test('small screens get the notice', async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 800 })
  await page.goto('/login')
  await expect(
    page
      .getByText(
        'This website is under construction and not mobile ready. Please use a desktop browser to access the full features.'
      )
      .last()
  ).toBeVisible()
})
