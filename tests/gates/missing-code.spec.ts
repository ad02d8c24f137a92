import { expect, type Page } from '@playwright/test'
import type { TestTable } from '#tests/support/entry-table.ts'
import { cellNamed, logInAgain, openTable, test } from '#tests/support/entry.ts'

// Code that comes later and does not come: without a connection, and after a deployment that has taken the old files away. The page that
// someone works on stays, with what they typed, whatever the page has to tell, to ask or to renew.

const OVERLAYS = /\/assets\/overlays\.[\w-]+\.js$/
const ANY_CODE = /\/assets\/[\w-]+\.[\w-]+\.js$/

/** The old files are gone, until the page is loaded again: then it is the new one. */
async function takeAway(page: Page, files: RegExp): Promise<void> {
  await page.route(files, route =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })
  )
  page.on('request', request => void (request.isNavigationRequest() && page.unroute(files)))
}

async function typeInto(page: Page, table: TestTable, value: string): Promise<() => Promise<void>> {
  const cell = cellNamed(page, table.cells[0] ?? '')
  await cell.focus()
  await page.keyboard.type(value)
  return async () => {
    await expect(page.getByRole('grid', { name: table.name })).toBeVisible()
    await expect(cell).toHaveValue(value)
  }
}

test('without a connection: everything that tells and asks was fetched before it was needed', async ({
  page,
  context,
  table
}) => {
  const own = await table({ rows: 2, columns: 2 })
  await page.clock.install()
  const fetched = page.waitForResponse(response => OVERLAYS.test(response.url()))
  await openTable(page, own)
  await page.clock.runFor(4000)
  await (await fetched).finished()
  await context.setOffline(true)
  const stays = await typeInto(page, own, '123')

  await page.getByRole('button', { name: 'Guidance' }).click()
  await expect(page.getByRole('dialog', { name: 'Guidance' })).toBeVisible()
  await page.getByRole('dialog', { name: 'Guidance' }).getByRole('button', { name: 'Close' }).click()
  await stays()

  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.clock.runFor(4000)
  const question = page.getByRole('dialog').filter({ hasText: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await stays()
  expect(new URL(page.url()).pathname).toBe(own.path)

  // The place that one would leave for is not on this device: nothing is won by leaving.
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.clock.runFor(4000)
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You are offline, and that page has not been loaded yet.')).toBeVisible()
  await stays()
  await expect.poll(() => new URL(page.url()).pathname).toBe(own.path)

  await page.clock.fastForward('03:58:30')
  await page.clock.runFor(16_000)
  await expect(page.getByText(/^Your session ends at /)).toBeVisible()
  await stays()
  await page.clock.fastForward('00:03:00')
  await page.clock.runFor(16_000)
  await expect(page.getByRole('dialog', { name: 'Log in again' })).toBeVisible()
  await stays()

  await context.setOffline(false)
  await logInAgain(page)
  await stays()
})

test('after a deployment, before the rest had come: plain words stand in, and the page stays', async ({
  page,
  table
}) => {
  const own = await table({ rows: 2, columns: 2 })
  await page.clock.install()
  await page.route(OVERLAYS, route =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })
  )
  await page.route('**/builds/latest.json*', route =>
    route.fulfill({ json: { id: 'the-next-one', notes: 'Faster tables.' } })
  )
  await openTable(page, own)
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await page.route(ANY_CODE, route =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })
  )
  const stays = await typeInto(page, own, '456')

  // A deployment in the first seconds: the page knows which build it came with.
  await page.clock.runFor(16_000)
  await expect(page.getByText('New version Faster tables.')).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.clock.runFor(180_000)
  await expect(page.getByText(/^New version/)).toBeHidden()
  await stays()

  await page.getByRole('button', { name: 'Guidance' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await stays()

  // A reload a moment ago has not helped.
  await page.evaluate(path => sessionStorage.setItem(`chunk-reload:${path}`, String(Date.now())), own.path)
  await page.getByRole('button', { name: 'Workbook' }).click()
  await expect(
    page.getByText('The workbook could not be opened. Check your connection and try again.')
  ).toBeVisible()
  await stays()

  await page.clock.fastForward('03:55:30')
  await page.clock.runFor(16_000)
  await expect(
    page.getByText(/The login form could not be loaded\. What you entered is kept on this device\./)
  ).toBeVisible()
  await stays()
  expect(loads).toEqual([])
})

test('after a deployment a place whose code is gone is loaded anew, and nothing before it', async ({
  page,
  table
}) => {
  const own = await table({ rows: 2, columns: 2 })
  await openTable(page, own)
  await takeAway(page, ANY_CODE)
  const loads: string[] = []
  page.on('load', () => loads.push(new URL(page.url()).pathname))
  // What is fetched ahead of need, for the link under the pointer, reloads nothing.
  const missing = page.waitForResponse(response => ANY_CODE.test(response.url()))
  await page.getByRole('link', { name: 'Projects', exact: true }).hover()
  await missing
  await page.evaluate(() => new Promise<void>(done => requestIdleCallback(() => done())))
  expect(loads).toEqual([])
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  // The heading shows before everything in the page has come.
  await expect.poll(() => loads).toEqual(['/projects'])
})

test('after a deployment a tool whose code is gone comes with a new page, which has what was typed', async ({
  page,
  table
}) => {
  const own = await table({ rows: 2, columns: 2 })
  await openTable(page, own)
  await page.evaluate(() => new Promise<void>(done => requestIdleCallback(() => done())))
  await takeAway(page, ANY_CODE)
  const stays = await typeInto(page, own, '321')
  const loads: string[] = []
  page.on('load', () => loads.push(new URL(page.url()).pathname))
  await page.getByRole('button', { name: 'Workbook' }).click()
  await expect.poll(() => loads).toEqual([own.path])
  await stays()
  await page.getByRole('button', { name: 'Workbook' }).click()
  await expect(page.getByRole('dialog', { name: /^Workbook/ })).toBeVisible()
  expect(loads).toEqual([own.path])
})

test('a place whose code stays away is tried once, and then the page that one is on stays', async ({
  page,
  table
}) => {
  const own = await table({ rows: 2, columns: 2 })
  await openTable(page, own)
  const stays = await typeInto(page, own, '789')
  await page.evaluate(() => sessionStorage.setItem('chunk-reload:/projects', String(Date.now())))
  await page.route(/\/assets\/projects-screen\./, route => route.abort())
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(
    page.getByText('Part of this site could not be loaded. Try again, or reload the page.')
  ).toBeVisible()
  await stays()
  await expect.poll(() => new URL(page.url()).pathname).toBe(own.path)
})

test('the error page comes without a connection, with a reference and a way on', async ({
  page,
  context
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await context.setOffline(true)
  await page.evaluate(() => history.pushState(null, '', '/no/such/place'))
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText(/^Reference: \/no\/such\/place, \d{4}-.* UTC, build [\da-f]{8}$/)).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})
