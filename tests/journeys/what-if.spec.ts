import { expect, type Page } from '@playwright/test'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { geometryFaults } from '#tests/support/geometry.ts'
import { signIn } from '#tests/support/signed-in.ts'

// The own bar is dragged by mouse and moved by keys: rank and gaps follow, nothing is saved.

async function openVacancies(page: Page): Promise<void> {
  await signIn(page)
  await page.goto(`${siteUrl('wards')}/projects/ward-staffing/results/establishment`)
  await page.getByRole('link', { name: 'Vacancy rate' }).first().click()
  await expect(page.getByRole('button', { name: 'What if…' })).toBeVisible()
}

const handleOf = (page: Page) => page.getByRole('slider', { name: /^What if: / })
const cellsOf = (page: Page, term: RegExp) => page.getByRole('row', { name: term }).getByRole('cell')
const supposed = (page: Page, term: RegExp) => cellsOf(page, term).nth(1)

test('the own bar is dragged down: fewer vacancies, a better rank, and Reset brings the saved one back', async ({
  page
}) => {
  await openVacancies(page)
  await page.getByRole('button', { name: 'What if…' }).click()
  const saved =
    (await cellsOf(page, /^Rank of/)
      .first()
      .textContent()) ?? ''
  const handle = handleOf(page)
  // Not before it stands still.
  await handle.hover()
  const box = (await handle.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 60, { steps: 6 })
  await page.mouse.up()
  await expect(page.getByRole('status').filter({ hasText: / fewer vacant posts: .* rank / })).toBeVisible()
  const rank = Number(await supposed(page, /^Rank of/).textContent())
  expect(rank).toBeLessThan(Number(saved))
  expect((await handle.boundingBox())!.y).toBeGreaterThan(box.y + 40)
  await expect(page.getByText('What if: not saved')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(supposed(page, /^Rank of/)).toHaveText(saved)
})

test('the same by keyboard, from the button to the handle', async ({ page }) => {
  await openVacancies(page)
  await page.getByRole('button', { name: 'What if…' }).press('Enter')
  const handle = handleOf(page)
  await expect(handle).toBeVisible()
  const before = Number(await handle.getAttribute('aria-valuenow'))
  await handle.focus()
  await page.keyboard.press('ArrowDown')
  await expect(handle).toHaveAttribute('aria-valuetext', /^0\.1 fewer vacant posts: /)
  await page.keyboard.press('PageUp')
  await expect(handle).toHaveAttribute('aria-valuetext', /^0\.9 more vacant posts: /)
  expect(Number(await handle.getAttribute('aria-valuenow'))).toBeGreaterThan(before)
  await page.keyboard.press('Home')
  await expect(handle).toHaveAttribute('aria-valuetext', /: 0\.0%, rank 1 of /)
  await page.reload()
  await expect(page.getByRole('button', { name: 'What if…' })).toBeVisible()
  await expect(page.getByText('What if: not saved')).toBeHidden()
})

test('the saved and the supposed figures both fit their card, with an interval and a verdict too', async ({
  page
}) => {
  await signIn(page)
  await page.goto(`${siteUrl('wards')}/projects/ward-staffing/results/absence`)
  await page
    .getByRole('combobox', { name: /^Period/ })
    .first()
    .selectOption('2025')
  await page.getByRole('link', { name: 'Sickness absence' }).first().click()
  await page.getByRole('button', { name: 'What if…' }).click()
  await expect(supposed(page, /^Compared with the mean/)).toBeVisible()
  const card = await page.getByRole('complementary', { name: 'Own figures and definition' }).boundingBox()
  for (const cell of await page
    .getByRole('table', { name: 'Saved and what-if figures' })
    .getByRole('cell')
    .all())
    expect((await cell.boundingBox())!.x + (await cell.boundingBox())!.width).toBeLessThanOrEqual(
      card!.x + card!.width
    )
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the handle comes into sight, follows a finger, and the page does not scroll away', async ({
    page
  }) => {
    await signIn(page)
    await page.goto(`${siteUrl('wards')}/projects/ward-staffing/results/establishment`)
    await page.getByRole('button', { name: 'Continue anyway' }).tap()
    await page.getByRole('link', { name: 'Vacancy rate' }).first().tap()
    await page.getByRole('button', { name: 'What if…' }).tap()
    const band = page.getByRole('region', { name: 'What if' })
    await expect(band).toBeInViewport()
    await expect(band).toBeFocused()
    const handle = handleOf(page)
    await handle.scrollIntoViewIfNeeded()
    const before = Number(await handle.getAttribute('aria-valuenow'))
    const box = (await handle.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    // Beside the circle a thumb still has it.
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    await touch('touchStart', [{ x: x + 16, y }])
    for (const step of [10, 20, 30, 40]) await touch('touchMove', [{ x: x + 16, y: y + step }])
    await touch('touchEnd', [])
    await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeLessThan(before)
    expect((await handle.boundingBox())!.y).toBeGreaterThan(box.y + 20)
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(handle).toBeVisible()
    // The chart is drawn again for the narrower window.
    await expect.poll(() => geometryFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'End what if' }).tap()
    await expect(page.getByRole('button', { name: 'What if…' })).toBeFocused()
  })
})
