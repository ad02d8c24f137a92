import { expect, type Page } from '@playwright/test'
import { createAsk } from '#tests/support/api-client.ts'
import { coveredBy, overlap } from '#tests/support/boxes.ts'
import { apiOrigin, siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { signIn } from '#tests/support/signed-in.ts'

// What floats lies over no bar and under none; what a reader looks for stays where it was. Each in one of two windows, which the commit chooses for it, and in
// both in `npm run test:long -- gate`.

const find = findScreens(createAsk({ api: apiOrigin, programme: { programme_id: 1, code: 'wards' } }))

const windows = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 }
]

async function open(page: Page, address: string, role: string | null = 'lead'): Promise<void> {
  // A small window asks once whether to go on.
  await page.addInitScript(() => sessionStorage.setItem('small-window', '1'))
  if (role !== null) await signIn(page, role)
  await page.goto(siteUrl('wards') + address)
}

/** The windows that a test is run in. */
const windowsFor = (subject: string) => partInTurn(windows, windows.length, subject)

for (const viewport of windowsFor('a survey'))
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('Next keeps its place from step to step of a survey, and while answers are saved', async ({
      page
    }) => {
      await open(page, await find.surveyCase('/questions'), null)
      const next = page.getByRole('button', { name: /^Next\b/ })
      const placeOf = async () => {
        const { x, y, width, height } = (await next.boundingBox())!
        return { right: Math.round(x + width), bottom: Math.round(y + height) }
      }
      await expect(next).toBeVisible()
      const first = await placeOf()
      // No answer arrives, so that “Saving…” stays.
      await page.route(/\/section-submission$/, () => {})
      const choice = page.getByText('By appointment', { exact: true })
      const date = page.getByLabel(/^When was it/)
      await expect(choice.or(date).first()).toBeVisible()
      if (await choice.isVisible()) await choice.click()
      else await date.fill('2026-09-03')
      const state = page.getByText('Saving…', { exact: true }).filter({ visible: true }).first()
      await expect(state).toBeVisible()
      expect(await placeOf()).toEqual(first)
      expect((await state.boundingBox())!.y).toBeGreaterThan((await next.boundingBox())!.y)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().setOffline(true)
      await expect(page.getByText(/^Offline\./).first()).toBeVisible()
      expect(await placeOf()).toEqual(first)
      await page.context().setOffline(false)
      for (let step = 0; step < 2 && (await next.isVisible()); step += 1) {
        const title = await page.getByRole('heading', { level: 1 }).textContent()
        await next.click()
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title ?? '')
        if (await next.isVisible()) expect(await placeOf()).toEqual(first)
      }
    })
  })

for (const viewport of windowsFor('the account'))
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('the tabs of the account keep their place from one to the next', async ({ page }) => {
      await open(page, '/projects')
      await page.getByRole('button', { name: /^Account:/ }).click()
      await page.getByRole('menuitem', { name: 'Your account' }).click()
      const dialog = page.getByRole('dialog', { name: 'Your account' })
      const places: Record<string, number> = {}
      for (const name of ['Profile', 'Password', 'Two-factor', 'Sessions', 'API keys']) {
        await dialog.getByRole('tab', { name }).click()
        await expect(dialog.getByRole('tabpanel', { name })).toBeVisible()
        await expect(dialog.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
        places[name] = Math.round((await dialog.getByRole('tablist').boundingBox())!.y)
      }
      expect(new Set(Object.values(places)).size, JSON.stringify(places)).toBe(1)
    })
  })

for (const viewport of windowsFor('popovers'))
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('no popover opens under a bar, wherever its button is scrolled to', async ({ page }) => {
      for (const address of [await find.chart(), '/projects/ward-staffing/results', await find.section()]) {
        await open(page, address)
        const triggers = page.locator(
          'main [aria-haspopup="dialog"]:visible, main [aria-haspopup="menu"]:visible'
        )
        await expect(triggers.first()).toBeVisible()
        const count = Math.min(await triggers.count(), 8)
        for (let at = 0; at < count; at += 1) {
          for (const block of ['start', 'end'] as const) {
            const trigger = triggers.nth(at)
            await trigger.evaluate((button, to) => button.scrollIntoView({ block: to }), block)
            await trigger.press('Enter')
            const panel = page.locator('.float:is([role=dialog], [role=menu])')
            await expect(panel).toBeVisible()
            const name = await trigger.evaluate(
              button => button.getAttribute('aria-label') ?? button.textContent
            )
            await expect
              .poll(async () => ({ name, block, covered: await coveredBy(panel) }))
              .toEqual({ name, block, covered: [] })
            await page.keyboard.press('Escape')
            await expect(panel).toHaveCount(0)
          }
        }
      }
    })
  })

for (const viewport of windowsFor('what is missing'))
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('the list of what is missing covers no bar', async ({ page }) => {
      await open(page, await find.section())
      const trigger = page.getByRole('button', { name: /^Show missing answers/ })
      await expect(trigger).toBeVisible()
      await trigger.click()
      const list = page.getByRole('dialog', { name: /^Show missing answers/ })
      await expect(list).toBeVisible()
      for (const bar of [
        page.getByRole('banner'),
        page.getByRole('region', { name: 'Project' }),
        page.getByRole('region', { name: 'Saving and next steps' })
      ])
        await expect.poll(() => overlap(list, bar)).toBe(0)
    })
  })

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the dialog of case codes has its title in sight and scrolls in one direction', async ({ page }) => {
    await open(page, '/projects/ward-staffing/data-collection', 'contributor')
    await page.getByRole('button', { name: 'Manage codes: Patient experience survey' }).click()
    const dialog = page.getByRole('dialog', { name: /^Case codes/ })
    const create = dialog.getByRole('button', { name: 'Create codes' })
    await create.click()
    const made = dialog.getByText(/^10 codes created/)
    await expect(made).toBeVisible()
    const [button, message] = [(await create.boundingBox())!, (await made.boundingBox())!]
    expect.soft(message.y).toBeGreaterThanOrEqual(button.y + button.height)
    expect.soft(await dialog.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0)
    await dialog.getByRole('rowheader').last().scrollIntoViewIfNeeded()
    expect(await coveredBy(dialog.getByRole('heading', { level: 2 }))).toEqual([])
  })

  test('a message lies above the bar of a section, whose own words are whole', async ({ page }) => {
    await open(page, '/projects/ward-staffing/data-collection', 'contributor')
    await page
      .getByRole('link', { name: /: Ward profile$/ })
      .first()
      .click()
    const bar = page.getByRole('region', { name: 'Saving and next steps' })
    const tools = page.getByRole('button', { name: 'Workbook' })
    await bar.getByRole('button', { name: 'Reopen' }).click()
    const messages = page.getByRole('region', { name: 'Messages' })
    await expect(messages).toContainText('Section reopened.')
    await expect(bar.getByRole('button', { name: 'Mark complete' })).toBeVisible()
    await expect.poll(() => overlap(messages, bar)).toBe(0)
    const select = page.getByRole('combobox', { name: /^Section \d of \d/ })
    const edge = (await select.locator('..').boundingBox())!.x
    expect((await tools.boundingBox())!.x).toBe(edge)
    const field = page.getByLabel(/^Share of beds in single rooms/)
    await field.fill('many')
    await field.blur()
    const state = bar.getByRole('group', { name: 'Saving' })
    await expect(state).toContainText('1 answer cannot be sent until you correct it.')
    expect(await state.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0)
  })

  test('a legend stays in its card', async ({ page }) => {
    await open(page, await find.chart())
    const view = page.getByRole('combobox', { name: 'View', exact: true })
    await expect(view).toBeVisible()
    let seen = 0
    for (const option of await view.getByRole('option').allTextContents()) {
      await view.selectOption({ label: option })
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      // Of each legend: how many of its entries are beyond the card.
      const beyond = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('.card [aria-label=Legend]')].map(legend => {
            const card = legend.closest('.card')!.getBoundingClientRect()
            return [legend, ...legend.children].filter(one => {
              const { left, right } = one.getBoundingClientRect()
              return left < card.left || right > card.right + 0.5
            }).length
          })
        )
      await expect.poll(async () => (await beyond()).filter(count => count > 0)).toEqual([])
      seen += (await beyond()).length
    }
    expect(seen).toBeGreaterThan(0)
  })
})

test('the word “Offline” is whole at every width', async ({ page, context }) => {
  await open(page, await find.section())
  const field = page.locator('form[data-cells] input[type=text]:not([readonly])').first()
  await expect(field).toBeVisible()
  await context.setOffline(true)
  await field.fill('7')
  await field.blur()
  const status = page.getByRole('group', { name: 'Saving' })
  await expect(status).toContainText('Offline')
  for (const width of [320, 360, 390, 480, 640, 768, 900, 1023, 1024, 1280, 1600, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() =>
        status.evaluate(element => {
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            const at = node.textContent?.indexOf('Offline') ?? -1
            if (at < 0) continue
            const range = document.createRange()
            range.setStart(node, at)
            range.setEnd(node, at + 'Offline'.length)
            const word = range.getBoundingClientRect()
            const box = element.getBoundingClientRect()
            const isWhole = word.right <= box.right + 0.5 && word.right <= innerWidth && word.width > 20
            return isWhole ? 'whole' : `cut: ${Math.round(word.right)} of ${Math.round(box.right)}`
          }
          return 'gone'
        })
      )
      .toBe('whole')
  }
})
