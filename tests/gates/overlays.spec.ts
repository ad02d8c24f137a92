import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { allFindings } from '#tests/support/accessibility.ts'
import { createAsk } from '#tests/support/api-client.ts'
import { apiOrigin, apiUrl, siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { resizeWindow, windows } from '#tests/support/gate/conditions.ts'
import { WAITING } from '#tests/support/gate/visit.ts'
import { lastingFaults } from '#tests/support/geometry.ts'
import { overlays, unfolded, type Overlay, type Unfolded } from '#tests/support/overlays.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { scrollingParts } from '#tests/support/scrolling-parts.ts'
import { signIn } from '#tests/support/signed-in.ts'

// Dialogs, menus and popovers at 400 % zoom, where each is opened by keyboard, and at 200 % or on a phone: nothing is cut, covered or out of reach, the
// focus goes in, and back to where it came from (product 25). The commit chooses an eighth of them and their second window; `npm run test:long -- overlays`
// opens all of them in all three.

const OPENED = 'zoom 400 %'
const OTHERS = ['zoom 200 %', 'phone'] as const
const sizesFor = ({ press: presses }: Pick<Overlay, 'press'>) =>
  [OPENED, ...partInTurn(OTHERS, OTHERS.length, presses.join())] as const
/** Those that axe looks at too. */
const withAxe = new Set(partInTurn(overlays, 20, 'axe'))
const find = findScreens(createAsk({ api: apiOrigin, programme: { programme_id: 1, code: 'wards' } }))

const pathOf = (route: Route): string => new URL(route.request().url()).pathname.replace('/api/v1/', '')

async function show(page: Page, { given }: Pick<Overlay, 'given'>): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (given)
    await page.route(
      url => url.href.startsWith(apiUrl),
      async route => {
        if (!given.call.test(pathOf(route)) || route.request().method() !== 'GET') return route.fallback()
        const response = await route.fetch()
        await route.fulfill({
          response,
          json: given.reply((await response.json()) as Record<string, unknown>)
        })
      }
    )
}

function control(page: Page, name: string | RegExp): Locator {
  const exact = typeof name === 'string' ? { name, exact: true } : { name }
  return page
    .getByRole('button', exact)
    .or(page.getByRole('menuitem', exact))
    .or(page.getByRole('tab', exact))
    .filter({ visible: true })
    .first()
}

async function press(page: Page, name: string | RegExp): Promise<Locator> {
  const found = control(page, name)
  await expect(found).toBeVisible()
  await found.press('Enter')
  return found
}

const panelOf = (page: Page, { name }: Overlay): Locator =>
  page.getByRole('dialog', { name }).or(page.getByRole('menu', { name }))

/** Where the focus is, in words. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    return element === null || element === document.body
      ? 'nowhere'
      : (element.getAttribute('aria-label') ?? element.textContent).trim()
  })

function forget(): void {
  sessionStorage.clear()
  localStorage.clear()
}

/** Opens the page, anew only if the last one was another. */
async function arrive<Shown extends Overlay | Unfolded>(
  page: Page,
  overlay: Shown,
  last: Shown | undefined
): Promise<void> {
  await page.setViewportSize(windows[OPENED])
  if (last?.address === overlay.address && last.given === overlay.given && last.first === overlay.first)
    return
  const address = typeof overlay.address === 'string' ? overlay.address : await overlay.address(find)
  await show(page, overlay)
  // The organisation of an admin, and what is typed, are chosen anew.
  if (last) await page.evaluate(forget)
  await page.goto('about:blank')
  await page.goto(siteUrl('wards') + address)
  for (const name of overlay.first ?? []) await press(page, name)
}

/** The dialog of peer groups scrolls as a whole, and Save stays in view where the window has the height for it. */
const oneScrollArea = /peer-groups-dialog/

async function crampedParts(panel: Locator, size: keyof typeof windows): Promise<string[]> {
  const parts = (await panel.evaluate(scrollingParts)).map(part => `scrolls in itself: ${part}`)
  const save = panel.getByRole('button', { name: 'Save group' })
  if (windows[size].height < 480 || (await save.count()) === 0) return parts
  const { y = -1, height = 0 } = (await save.boundingBox()) ?? {}
  const isInView = y >= 0 && y + height <= windows[size].height
  return isInView ? parts : [...parts, 'Save is out of view']
}

async function faultsOf(page: Page, overlay: Overlay): Promise<string[]> {
  const [opener, ...others] = overlay.press
  const trigger = await (await press(page, opener)).elementHandle()
  for (const name of others) await press(page, name)
  const panel = panelOf(page, overlay)
  await expect(panel).toBeVisible()
  await expect(panel.locator(WAITING)).toHaveCount(0)
  const faults: string[] = []
  if (!(await panel.evaluate(element => element.contains(document.activeElement))))
    faults.push(`the focus is on “${await focused(page)}”`)
  for (const size of sizesFor(overlay)) {
    await resizeWindow(page, windows[size])
    const found = await lastingFaults(page, { within: '[role=dialog].float, [role=menu].float' })
    const cramped = oneScrollArea.test(overlay.file) ? await crampedParts(panel, size) : []
    const axe = withAxe.has(overlay) ? await allFindings(page) : []
    faults.push(...[...found, ...cramped, ...axe].map(fault => `${size}: ${fault}`))
  }
  await page.setViewportSize(windows[OPENED])
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  if (!(await trigger?.evaluate(element => element === document.activeElement)))
    faults.push(`the focus comes back to “${await focused(page)}”`)
  return faults
}

for (const role of ['viewer', 'contributor', 'lead', 'admin'] as const) {
  test(`all that opens for a ${role} fits into a small window`, async ({ page }) => {
    test.setTimeout(300_000)
    await page.addInitScript(() => sessionStorage.setItem('small-window', '1'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, role)
    const own = partInTurn(
      overlays.filter(one => one.role === role),
      8,
      role
    )
    expect(own.length).toBeGreaterThan(0)
    for (const [index, overlay] of own.entries()) {
      await arrive(page, overlay, own[index - 1])
      expect.soft(await faultsOf(page, overlay), `${overlay.file} ${overlay.press.join(' › ')}`).toEqual([])
    }
  })
}

test('what unfolds in a page fits into a small window', async ({ page }) => {
  test.setTimeout(300_000)
  await page.addInitScript(() => sessionStorage.setItem('small-window', '1'))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, 'contributor')
  const parts = partInTurn(unfolded, 8, 'unfolded')
  for (const [index, part] of parts.entries()) {
    await arrive(page, part, parts[index - 1])
    for (const name of part.press) await press(page, name)
    await expect(page.getByText(part.shows).filter({ visible: true }).first()).toBeVisible()
    await expect(page.locator(WAITING)).toHaveCount(0)
    for (const size of sizesFor(part)) {
      await resizeWindow(page, windows[size])
      expect.soft(await lastingFaults(page), `${part.press.join(' › ')}, ${size}`).toEqual([])
    }
  }
})
