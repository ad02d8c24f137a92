import { expect, type Page } from '@playwright/test'
import { createAsk } from '#tests/support/api-client.ts'
import { apiOrigin, siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { findScreens, PROJECT, type FindScreens } from '#tests/support/find-screens.ts'
import { windows } from '#tests/support/gate/conditions.ts'
import { WAITING } from '#tests/support/gate/visit.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { screens } from '#tests/support/screens.ts'
import { signIn } from '#tests/support/signed-in.ts'
import { stopsFromHere, tabWalk, type TabStop } from '#tests/support/tab-walk.ts'

// Tab through whole pages, and back with Shift: no trap, the same order both ways, and under no bar or column that sticks (WCAG 2.1.2, 2.4.3,
// 2.4.11). Backwards matters most: what the focus comes to from below lies under the bars at the top.

interface Walk {
  role: string
  address: (find: FindScreens) => string | Promise<string>
  window: keyof typeof windows
}

const results = `/projects/${PROJECT}/results`
const questionsOfGrid = async (find: FindScreens): Promise<string> =>
  `/projects/${PROJECT}/data-collection?view=questions&part=section-${(await find.section()).split('-').at(-1)}`
/** Where something sticks: a fifth of these every day, as the commit chooses. */
const whereItSticks: Walk[] = [
  { role: 'viewer', address: () => `/projects/${PROJECT}/dashboard`, window: '1280' },
  { role: 'contributor', address: find => find.chart(), window: '1280' },
  { role: 'viewer', address: () => `${results}/establishment`, window: 'zoom 400 %' },
  { role: 'contributor', address: find => find.section(), window: 'phone' },
  { role: 'nobody', address: find => find.surveyCase('/questions'), window: 'phone' },
  { role: 'admin', address: () => `${results}/establishment/detail?mode=edit`, window: '1280' },
  { role: 'admin', address: () => `${results}/establishment/detail?mode=edit`, window: 'phone' },
  { role: 'admin', address: questionsOfGrid, window: '1280' },
  { role: 'admin', address: questionsOfGrid, window: 'phone' },
  { role: 'admin', address: () => `/projects/${PROJECT}/data-collection?view=questions`, window: 'phone' }
]
const everyScreen: Walk[] = Object.values(screens).flatMap(({ address, role = 'nobody' }) =>
  (Object.keys(windows) as (keyof typeof windows)[]).map(window => ({ role, address, window }))
)

const find = findScreens(createAsk({ api: apiOrigin, programme: { programme_id: 1, code: 'wards' } }))

/** In the page: scrolls from the top to the end and back, so that what loads when it is seen is there before the walk and not during it. */
async function scrollThrough(): Promise<void> {
  const scrollTo = async (top: number): Promise<void> => {
    window.scrollTo(0, top)
    await new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))
  }
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) await scrollTo(top)
  await scrollTo(0)
}

async function arrive(page: Page, { role, address, window }: Walk): Promise<string> {
  await page.setViewportSize(windows[window])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => sessionStorage.setItem('small-window', '1'))
  if (role !== 'nobody') await signIn(page, role)
  const found = await address(find)
  await page.goto(siteUrl('wards') + found)
  await expect(page.locator('#first-paint')).toBeHidden()
  await expect(page.getByRole('main')).toHaveText(/\S/)
  await expect(page.locator(WAITING)).toHaveCount(0)
  await page.evaluate(scrollThrough)
  await expect(page.locator(WAITING)).toHaveCount(0)
  return found
}

const names = (stops: readonly TabStop[]): string[] => stops.map(({ name }) => name)
const covered = (stops: readonly TabStop[]): string[] =>
  stops.filter(({ hidden }) => hidden.length > 0).map(({ name, hidden }) => `${name}: ${hidden.join(', ')}`)

const walks = process.env['LONG'] ? everyScreen : partInTurn(whereItSticks, 5, 'walks by keyboard')
for (const walk of walks) {
  test(`${String(walk.address)}, ${walk.role}, ${walk.window}`, async ({ page }) => {
    await arrive(page, walk)
    const forwards = await tabWalk(page, 'Tab')
    expect(forwards.length).toBeGreaterThan(2)
    expect.soft(covered(forwards), 'Tab').toEqual([])
    const back = await tabWalk(page, 'Shift+Tab')
    expect.soft(covered(back), 'Shift+Tab').toEqual([])
    // Beside a grid stands what belongs to the cell that had the focus last.
    if ((await page.getByRole('grid').count()) === 0)
      expect(names(back).toReversed()).toEqual(names(forwards))
  })
}

test('back through the table of all organisations, whose head and names stick', async ({ page }) => {
  await arrive(page, { role: 'admin', address: () => `/projects/${PROJECT}/dashboard`, window: '1280' })
  const map = page.getByRole('region', { name: 'Answers by organisation and section' })
  await map.getByRole('row').nth(20).scrollIntoViewIfNeeded()
  const cell = map.getByRole('row').nth(20).getByRole('link').last()
  await expect(cell).toBeVisible()
  await cell.focus()
  const stops = await stopsFromHere(page, 'Shift+Tab', 40)
  expect(covered(stops)).toEqual([])
})
