import { expect, type Locator } from '@playwright/test'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { signIn } from '#tests/support/signed-in.ts'

// The bars where they are about to change, at widths between those of the gate: nothing is pushed out of sight. The commit chooses one of the widths,
// `npm run test:long -- gate` takes both.

const PAGES = ['/projects', '/projects/ward-staffing', '/projects/ward-staffing/results', '/users']

for (const width of partInTurn([960, 1024], 2, 'narrow bars')) {
  test(`at ${width} px an admin reaches the account, the organisation and every link`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, 'admin')
    for (const path of PAGES) {
      await page.goto(siteUrl('wards') + path)
      const account = page.getByRole('button', { name: /^Account:/ })
      await expect(account).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('banner').getByRole('combobox', { name: 'Organisation' })).toBeInViewport({
        ratio: 1
      })
      for (const link of await page.getByRole('navigation').getByRole('link').all()) {
        await link.focus()
        await expect(link).toBeInViewport()
      }
      for (const bar of [page.getByRole('banner'), page.getByRole('region', { name: 'Project' })]) {
        if ((await bar.count()) === 0) continue
        const overflow = await bar.evaluate(element => element.scrollWidth - element.clientWidth)
        expect(overflow, path).toBe(0)
      }
    }
    await page.getByRole('button', { name: /^Account:/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeInViewport({ ratio: 1 })
  })
}

test('a project’s name and state give way before the menu, the organisation and the controls', async ({
  page
}) => {
  const barHeight = async (bar: Locator): Promise<number> => (await bar.boundingBox())!.height
  const [banner, project] = [page.getByRole('banner'), page.getByRole('region', { name: 'Project' })]
  await signIn(page, 'lead')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto(`${siteUrl('wards')}/projects/ward-quality`)
    if (width === 390) await page.getByRole('button', { name: 'Continue anyway' }).click()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expect(banner.getByTitle('Harm and experience')).toBeVisible()
    expect(await barHeight(banner), `${width} px`).toBeLessThan(60)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${siteUrl('wards')}/projects/ward-staffing/data-collection`)
  await expect(project.getByRole('button', { name: 'Enter data' })).toBeVisible()
  expect(await barHeight(project)).toBeLessThan(52)
  await signIn(page, 'admin')
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto(`${siteUrl('wards')}/projects/ward-quality`)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  const chosen = banner.getByText('All organisations', { exact: true }).first()
  expect((await chosen.boundingBox())!.width).toBeGreaterThan(75)
})

test('at 1280 px what a chart depends on stands in one line, however long the names are', async ({
  page
}) => {
  await signIn(page, 'lead')
  await page.goto(`${siteUrl('wards')}/projects/ward-staffing/results/establishment/detail`)
  const marked = page.getByRole('button', { name: /^Marked/ })
  await expect(marked).toBeVisible()
  await page.getByRole('button', { name: /^Peers/ }).click()
  await page.getByRole('checkbox').first().check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Peers: all' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Median', exact: true })).toBeInViewport({ ratio: 1 })
  const tops = [page.getByLabel('Period'), marked, page.getByRole('button', { name: 'Median', exact: true })]
  const middles = await Promise.all(
    tops.map(async one => {
      const box = (await one.boundingBox())!
      return Math.round(box.y + box.height / 2)
    })
  )
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)
})
