import { readFile } from 'node:fs/promises'
import { expect, type Download, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { listOrganisations } from '#contract/organisations.ts'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { createAsk } from '#tests/support/api-client.ts'
import { apiOrigin, siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { resizeWindow, windows } from '#tests/support/gate/conditions.ts'
import { lastingFaults } from '#tests/support/geometry.ts'
import { expectDrawn, expectIdle } from '#tests/support/page-content.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { signIn } from '#tests/support/signed-in.ts'

// Search, dashboard, and what is taken out of the explorer: accessible, at a zoom of 200 %, and no more in a file than on the page. Of the tabs of a chart the
// commit chooses a sixth, `npm run test:long -- gate` looks at all.

const wards = (path: string): string => `${siteUrl('wards')}/projects/${path}`

const contentOf = async (download: Download): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await readFile(await download.path()))

async function save(page: Page, item: string | RegExp): Promise<Download> {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click()
  ])
  return download
}

const overflowOf = (page: Page): Promise<number> =>
  page.getByRole('main').evaluate(element => element.scrollWidth - element.clientWidth)

test('search: by keyboard from the box to a chart, nothing serious, nothing cut at 200 %', async ({
  page
}) => {
  await signIn(page)
  await page.goto(wards('ward-quality/results/search'))
  await page.getByRole('searchbox', { name: /^Search charts/ }).fill('fals per')
  await expect(page.getByText(/^No results for “fals per”\. \d+ results? for “falls per”\.$/)).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 640, height: 400 })
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Data collection starts on/ })).toBeVisible()
  await page.getByRole('link', { name: 'See 2025 results' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Falls .*per 1,000 bed days/ })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: /^Search charts/ })).toHaveValue('fals per')
})

test('dashboard: nothing serious for members and organisers, nothing cut at 200 %', async ({ page }) => {
  await signIn(page)
  await page.goto(wards('ward-staffing/dashboard'))
  await expect(
    page.getByRole('heading', {
      name: /^(Similar to|Better than|Worse than|Position among) peers on /
    })
  ).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 640, height: 400 })
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'admin')
  await page.goto(wards('ward-staffing/dashboard'))
  const map = page.getByRole('region', { name: 'Answers by organisation and section' })
  await map.scrollIntoViewIfNeeded()
  const cell = map.getByRole('link', { name: /\d+% answered/ }).first()
  await expect(cell).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await cell.click()
  await expect(page).toHaveURL(/\/data-collection\/questionnaire\/\d+-\d+-\d+/)
})

/** Adds up from now on how far what is on the page is moved by what comes later, with what was moved. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0, moved: [] as string[] }
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources?: { node?: Node }[]
      })[]) {
        if (entry.hadRecentInput) continue
        shifts.sum += entry.value
        const names = entry.sources?.map(({ node }) => node?.textContent?.slice(0, 40) ?? '')
        shifts.moved.push(`${entry.value.toFixed(3)}: ${names?.join(' | ') ?? ''}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What has moved since the page was loaded, where it is more than people overlook. */
async function shiftsOf(page: Page): Promise<string[]> {
  await expectIdle(page)
  await page.waitForLoadState('networkidle')
  const { sum, moved } = await page.evaluate(
    () => (window as unknown as { shifts: { sum: number; moved: string[] } }).shifts
  )
  return sum > 0.02 ? moved : []
}

async function faultsInSmallWindows(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const size of ['zoom 400 %', 'zoom 200 %', 'tablet', '1280'] as const) {
    await resizeWindow(page, windows[size])
    faults.push(...(await lastingFaults(page)).map(fault => `${size}: ${fault}`))
  }
  return faults
}

test('dashboard, overview and every tab of a chart: nothing serious, and nothing moves once it is there', async ({
  page
}) => {
  test.setTimeout(300_000)
  await signIn(page)
  await watchShifts(page)
  await page.goto(wards('ward-staffing/dashboard'))
  await expect(
    page.getByRole('heading', {
      name: /^(Similar to|Better than|Worse than|Position among) peers on /
    })
  ).toBeVisible()
  expect(await shiftsOf(page)).toEqual([])
  await page.goto(wards('ward-staffing/results/establishment'))
  await expect(page.getByRole('table')).toBeVisible()
  expect(await shiftsOf(page)).toEqual([])
  const seen: string[] = []
  for (const [programme, group, chart] of [
    ['wards', 'ward-staffing/results/absence', 'Sickness absence'],
    ['councils', 'environment/results/quality-and-people', 'Answered within five days']
  ] as const) {
    await signIn(page, 'lead', programme)
    await page.goto(`${siteUrl(programme)}/projects/${group}`)
    await page.getByRole('link', { name: chart }).first().click()
    await expectDrawn(page)
    await page.reload()
    await expectDrawn(page)
    expect(await shiftsOf(page)).toEqual([])
    const names = await page.getByRole('tab').allInnerTexts()
    const unseen = names.filter(name => !seen.includes(name))
    seen.push(...unseen)
    for (const name of partInTurn(unseen, 6, `tabs of ${chart}`)) {
      await page.getByRole('tab', { name, exact: true }).click()
      await expect(page.getByRole('tabpanel', { name })).toBeVisible()
      await shiftsOf(page)
      expect(await seriousFindings(page), `${chart}, ${name}`).toEqual([])
      // The gate looks at every other tab in every window.
      if (name === 'Control chart') expect(await faultsInSmallWindows(page)).toEqual([])
    }
  }
  expect(seen).toEqual(
    expect.arrayContaining(['Ranked', 'Funnel', 'Control chart', 'Spread', 'Distribution', 'Trend'])
  )
})

test('an evidence link says that nothing has changed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await page.goto(wards('ward-staffing/results/establishment'))
  await page.getByRole('link', { name: 'Vacancy rate' }).first().click()
  await expectDrawn(page)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Copy evidence link' }).click()
  await expect(page.getByText(/The link is copied\. It records/)).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const opened = await context.newPage()
  await opened.goto(link)
  await expect(opened.getByText(/^Saved .*\. Nothing has changed since\.$/)).toBeVisible()
  await opened.goto(link.slice(0, -40))
  await opened.reload()
  await expect(opened.getByText(/^This evidence link is damaged/)).toBeVisible()
})

test('no file of an anonymous project names another organisation, and a picture carries nothing but pixels', async ({
  page
}) => {
  const ask = createAsk({ api: apiOrigin, programme: { programme_id: 1, code: 'wards' } })
  const { organisations } = await ask(listOrganisations, { query: { programme_id: 1 } })
  const foreign = organisations
    .map(organisation => organisation.organisation_name)
    .filter(name => name !== 'Northfield General')
  expect(foreign.length).toBeGreaterThan(20)
  await signIn(page)
  await page.goto(wards('ward-quality/results/falls-and-ulcers'))
  await page.getByLabel('Period').selectOption({ label: '2025' })
  await page.getByRole('link', { name: 'Falls per 1,000 bed days' }).first().click()
  await expectDrawn(page)
  const texts = [
    strFromU8(await contentOf(await save(page, 'Vector drawing (SVG)'))),
    strFromU8(await contentOf(await save(page, 'Figures (CSV)'))),
    ...Object.values(unzipSync(await contentOf(await save(page, 'Figures (XLSX)')))).map(bytes =>
      strFromU8(bytes)
    )
  ]
  const [drawing = ''] = texts
  const said = drawing.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(said).toMatch(
    /Falls per 1,000 bed days, 2025 .*Edition \d+, published .*Compared with \d+ peers\. .*Byar’s/
  )
  expect(said).toMatch(
    /Quartiles are linear \(R type 7\)\. .*Calculated \d.*Made for Amara Okafor, Northfield General\./
  )
  for (const text of texts) expect(foreign.filter(name => text.includes(name))).toEqual([])
  expect(new Set(chunksOf(await contentOf(await save(page, 'Picture (PNG)'))))).toEqual(
    new Set(['IHDR', 'IDAT', 'IEND'])
  )
})

/** The kinds of chunks of a PNG: texts and times would stand in chunks of their own. */
function chunksOf(png: Uint8Array<ArrayBuffer>): string[] {
  const view = new DataView(png.buffer)
  const found: string[] = []
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at))
    found.push(strFromU8(png.subarray(at + 4, at + 8)))
  return found
}
