import { expect } from '@playwright/test'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'

// On a slow network the login form is there long before its code: the island's script is held back here until the form has been filled in.

test('typing before the script arrives is kept, and Enter signs in once it has', async ({ page }) => {
  const script = Promise.withResolvers<void>()
  await page.route(/\/assets\/app\.[\w-]+\.js$/, async route => {
    await script.promise
    await route.continue()
  })
  const posts: string[] = []
  page.on('request', request => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  await page.goto(siteUrl('wards') + '/login', { waitUntil: 'commit' })
  await page.getByLabel('Email address').pressSequentially('lead@wards.example')
  await page.getByLabel('Password').fill('benchmark-demo-2026')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled()
  await expect(page.getByLabel('Email address')).toHaveValue('lead@wards.example')
  expect(page.url()).toContain('/login')
  expect(posts).toEqual([])
  script.resolve()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  expect(posts.filter(path => !path.startsWith('/api/'))).toEqual([])
  expect(posts.filter(path => path.endsWith('/auth/login/'))).toHaveLength(1)
})

test('what is typed while the script arrives goes on in the form of the island, with the focus', async ({
  page
}) => {
  const script = Promise.withResolvers<void>()
  await page.route(/\/assets\/app\.[\w-]+\.js$/, async route => {
    await script.promise
    await route.continue()
  })
  await page.goto(siteUrl('wards') + '/login', { waitUntil: 'commit' })
  await page.getByLabel('Email address').fill('lead@wards.example')
  await page.getByLabel('Password').fill('half a ')
  script.resolve()
  const show = page.getByRole('button', { name: 'Show password' })
  await expect(show).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('pass')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('half a pass')
  await expect(page.getByLabel('Email address')).toHaveValue('lead@wards.example')
})
