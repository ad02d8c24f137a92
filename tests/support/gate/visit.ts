// Opens a page logged in or not, with its content ready, loading, failed or empty.

import { expect, type Browser, type Page, type Route } from '@playwright/test'
import { apiUrl, siteUrl } from '#tests/support/e2e-site.ts'
import type { FindScreens } from '#tests/support/find-screens.ts'
import { screens } from '#tests/support/screens.ts'
import { signIn } from '#tests/support/signed-in.ts'
import { windows } from './conditions.ts'
import { ADMIN_FOR, type Sight } from './matrix.ts'
import { views } from './views.ts'

const SITE = siteUrl('wards')

const pathOf = (route: Route): string => new URL(route.request().url()).pathname.replace('/api/v1/', '')

/** One page for each role, reused for all its sights. */
export class Visitors {
  readonly #browser: Browser
  readonly #find: FindScreens
  readonly #pages = new Map<string, Page>()
  readonly #addresses = new Map<string, string>()

  constructor(browser: Browser, find: FindScreens) {
    this.#browser = browser
    this.#find = find
  }

  async open(sight: Sight): Promise<Page> {
    const page = await this.#pageOf(sight.role, sight.state === 'notice')
    const screen = screens[sight.address]
    // Errors of a page that is being left do not matter.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (screen.content !== null && ['loading', 'failing', 'empty'].includes(sight.state))
      await page.route(
        url => url.href.startsWith(apiUrl),
        route => (screen.main.test(pathOf(route)) ? answer(route, sight) : route.fallback())
      )
    await page.setViewportSize(windows['1280'])
    // Data stored on this device would be shown in place of content that does not arrive.
    if (sight.state !== 'content' && page.url().startsWith(SITE))
      await page.evaluate(() => localStorage.clear())
    const address = SITE + (await this.#addressOf(sight))
    await page.goto(address)
    if (sight.role === ADMIN_FOR) {
      await chooseOrganisation(page, await this.#find.organisation())
      // Choosing an organisation closes an open section, which is then reopened for it.
      if (page.url() !== address) await page.evaluate(back => history.pushState(null, '', back), address)
    }
    await settle(page, sight.state)
    return page
  }

  async close(): Promise<void> {
    for (const page of this.#pages.values()) await page.context().close()
  }

  /** With the notice for small windows dismissed, unless the notice is what is checked. */
  async #pageOf(role: Sight['role'], isWithNotice: boolean): Promise<Page> {
    const key = `${role} ${isWithNotice}`
    const known = this.#pages.get(key)
    if (known) return known
    const context = await this.#browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    if (!isWithNotice) await page.addInitScript(() => sessionStorage.setItem('small-window', '1'))
    if (role !== 'nobody') await signIn(page, role === ADMIN_FOR ? 'admin' : role)
    this.#pages.set(key, page)
    return page
  }

  async #addressOf({ address, view }: Sight): Promise<string> {
    const key = `${address} ${view}`
    const { address: find } = views[address]?.[view] ?? screens[address]
    const known = this.#addresses.get(key) ?? (await find(this.#find))
    this.#addresses.set(key, known)
    return known
  }
}

/** The demo organisation: the addresses lead to its sections and charts. */
async function chooseOrganisation(page: Page, id: number): Promise<void> {
  const choice = page.getByRole('banner').getByRole('combobox', { name: 'Organisation' })
  await expect(choice).toBeVisible()
  await choice.selectOption(String(id))
}

async function answer(route: Route, { address, state }: Sight): Promise<void> {
  const screen = screens[address]
  // Never answered: navigating to the next address ends it.
  if (state === 'loading') return
  if (route.request().method() === 'OPTIONS') return route.fallback()
  if (state === 'failing') {
    const headers = { 'access-control-allow-origin': SITE, 'access-control-allow-credentials': 'true' }
    return route.fulfill({ status: 422, headers, json: { detail: 'The figures are being moved.' } })
  }
  const response = await route.fetch()
  const json = (await response.json()) as Record<string, unknown>
  const without = screen.content !== null && 'without' in screen.empty ? screen.empty.without : undefined
  await route.fulfill({ response, json: without?.(json) ?? json })
}

/** Elements that show that content is loading. */
export const WAITING =
  '[aria-roledescription=chart]:not(:has(svg)):visible, [aria-busy=true]:visible, [role=status]:is([aria-label^="Loading"], [aria-label="Searching"]):visible, [role=progressbar][aria-label^="Loading"]:visible'

/** Waits until the page shows the state. */
async function settle(page: Page, state: Sight['state']): Promise<void> {
  // The static page looks like a loading screen but is not one.
  await expect(page.locator('#first-paint')).toBeHidden()
  const main = page.getByRole('main')
  await expect(main).toBeVisible()
  if (state === 'loading')
    return expect(main.locator(WAITING).or(page.locator(WAITING)).first()).toBeVisible()
  if (state === 'failing') return expect(main.getByRole('alert').first()).toBeVisible()
  await expect(main).toHaveText(/\S/)
  await page.locator(WAITING).first().waitFor({ state: 'hidden' })
}
