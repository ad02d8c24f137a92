import { expect } from '@playwright/test'
import { apiUrl, siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { signIn } from '#tests/support/signed-in.ts'

// Text that an editor wrote is shown as text and harmless markup, whatever it tries. Stored through the API, seen in the built site.

const hostile =
  '<b>kept</b><img src="x" onerror="window.hurt=1"><a href="javascript:window.hurt=2">link</a><script>window.hurt=3</script>' +
  '<svg onload="window.hurt=4"></svg><iframe srcdoc="<script>parent.hurt=5</script>"></iframe><p style="position:fixed">plain</p>' +
  '<table background="https://x.example/a.png" bgcolor="red"><tr><td background="//x.example" colspan="2">cell</td></tr></table>' +
  '<a href="/\\\\x.example" ping="https://x.example" class="btn" id="save">ours</a> <a href="https://x.example/login">councils.example</a>'

test('hostile guidance runs nothing and keeps its harmless words', async ({ page, request }) => {
  const login = (name: string) =>
    request.post(`${apiUrl}/auth/login/`, {
      data: { programme_id: 3, email_address: `${name}@councils.example`, password: 'benchmark-demo-2026' }
    })
  const headers = { Authorization: `Bearer ${(await (await login('admin')).json()).access_token}` }

  await signIn(page, 'lead', 'councils')
  await page.goto(`${siteUrl('councils')}/projects`)
  await page.getByRole('link', { name: 'Enter data' }).first().click()
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/questionnaire\/\d+-\d+-\d+/)
  const sectionId = /-(\d+)$/.exec(new URL(page.url()).pathname)?.[1]
  const changed = await request.put(`${apiUrl}/questionnaireSections/${sectionId}`, {
    headers,
    data: { guidance_html: hostile }
  })
  expect(changed.status()).toBe(200)

  await page.reload()
  await expect(page.getByText('kept')).toBeVisible()
  await expect(page.getByText('plain')).toBeVisible()
  await page.getByText('link', { exact: true }).click()
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
  await expect(page.getByText('councils.example (x.example)')).toBeVisible()
  expect(await page.getByText('ours', { exact: true }).getAttribute('href')).toBeNull()
  expect(await page.getByRole('main').locator('[background], [bgcolor], [ping], .btn#save').count()).toBe(0)
  expect(
    await page.getByRole('main').locator('img, iframe, script, [style*=fixed], [href^=javascript]').count()
  ).toBe(0)
})
