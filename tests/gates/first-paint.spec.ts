import { expect } from '@playwright/test'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'

// A browser draws what it has parsed so far: the field that takes the first keys must not move while the rest of the page arrives.

test.use({ javaScriptEnabled: false })

test('the email field of the login page stands where it stays before the rest of the page is parsed', async ({
  page
}) => {
  const address = siteUrl('wards') + '/login'
  const response = await page.goto(address)
  const html = (await response?.text()) ?? ''
  const end = html.indexOf('</label>', html.indexOf('data-early="email_address"'))
  expect(end).toBeGreaterThan(0)
  const email = page.getByLabel('Email address')
  const whole = await email.boundingBox()
  await page.route(address, route =>
    route.fulfill({ contentType: 'text/html', body: html.slice(0, end + '</label>'.length) })
  )
  await page.goto(address)
  await expect(page.getByLabel('Password')).toHaveCount(0)
  expect(await email.boundingBox()).toEqual(whole)
})
