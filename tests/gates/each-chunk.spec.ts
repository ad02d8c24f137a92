import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/e2e-test.ts'
import { partInTurn, turnOf } from '#tests/support/rotation.ts'
import { signIn } from '#tests/support/signed-in.ts'

// Each file of the code is missing in turn, as after a deployment that took the old files away. Whoever opens a screen that needs it sees either
// the screen or what is wrong, with a way to try again that works once the file is there. Nobody looks at an empty page. Every day two files of the
// start page and a few others of half of the screens are taken away, as the commit chooses, all of them by `npm run test:long -- entry`.

const isLong = process.env['LONG'] === '1'
/** Every how many files one is taken away. */
const STEP = isLong ? 1 : 12

/** Always those that every page needs: the first one, and the one that calls the API. */
const isTakenAway = ([file]: readonly [string, unknown], index: number): boolean =>
  index === 0 || /\/main\./.test(file) || index % STEP === turnOf('missing files') % STEP

const PROJECT = '/projects/ward-staffing'
const START = '/'
const SCREENS = [
  '/projects',
  PROJECT,
  `${PROJECT}/about`,
  `${PROJECT}/dashboard`,
  `${PROJECT}/registration`,
  `${PROJECT}/data-collection`,
  `${PROJECT}/results`,
  '/users',
  '/documents',
  '/organisation'
]
const CODE = /\/assets\/[\w.-]+\.js$/

const title = (page: Page) => page.getByRole('heading', { level: 1 }).first()

/** The code that a screen fetches until it stands there, and its title. */
async function needsOf(page: Page, path: string): Promise<{ files: string[]; name: string }> {
  const files = new Set<string>()
  const note = (request: { url: () => string }): void => {
    const { pathname } = new URL(request.url())
    if (CODE.test(pathname)) files.add(pathname)
  }
  page.on('request', note)
  await page.goto(path)
  await expect(title(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  return { files: [...files], name: (await title(page).textContent()) ?? '' }
}

/** What tries again: of the error page, of a part of a page, and of a page that did not start. */
const again = (page: Page) =>
  page
    .getByRole('button', { name: /^(Reload|Try again|Retry)/ })
    .or(page.getByRole('link', { name: 'load it again' }))
    .first()

test('without any one file of the code there is a page or a way to try again', async ({ page }) => {
  test.setTimeout(isLong ? 1_800_000 : 240_000)
  await signIn(page, 'admin')
  const placeOf = new Map<string, { path: string; name: string }>()
  for (const path of [START, ...partInTurn(SCREENS, 2, 'screens with files')]) {
    const { files, name } = await needsOf(page, path)
    for (const file of files) if (!placeOf.has(file)) placeOf.set(file, { path, name })
  }
  expect(placeOf.size).toBeGreaterThan(15)
  let failing = 0
  for (const [file, { path, name }] of [...placeOf].filter(isTakenAway)) {
    await test.step(`${path} without ${file}`, async () => {
      // Astro asks for the island once more, with a query.
      await page.route(`**${file}*`, route =>
        route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })
      )
      await page.goto(path)
      const screen = page.getByRole('heading', { level: 1, name, exact: true })
      await expect(screen.or(again(page)).first(), `${path} without ${file}`).toBeVisible()
      await page.unroute(`**${file}*`)
      if (await screen.isVisible()) return
      failing += 1
      await again(page).click()
      await expect(screen, `${path} with ${file} again`).toBeVisible()
    })
  }
  expect(failing, 'some files are needed for the page itself').toBeGreaterThan(0)
})
