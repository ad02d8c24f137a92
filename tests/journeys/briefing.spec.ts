import { pathToFileURL } from 'node:url'
import { expect } from '@playwright/test'
import { brandStyle, deriveBrand } from '#programme/colours.ts'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { coveringArray } from '#tests/support/covering-array.ts'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { brands, windows } from '#tests/support/gate/conditions.ts'
import { lastingFaults } from '#tests/support/geometry.ts'
import { measureText } from '#tests/support/page-content.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { signIn } from '#tests/support/signed-in.ts'

// A briefing pack as a file: offline, in every window and every programme's colour, and on paper.

const wards = (path: string): string => `${siteUrl('wards')}/projects/${path}`

/** Each window and each programme's colour at least once; the commit chooses one. */
const packLooks = coveringArray({
  window: Object.keys(windows) as (keyof typeof windows)[],
  brand: Object.keys(brands) as (keyof typeof brands)[]
})

/** Runs in the page: the colours of another programme. */
function setPackColours(rule: string): void {
  const colours = new CSSStyleSheet()
  colours.replaceSync(rule)
  document.adoptedStyleSheets = [colours]
}

test('a briefing pack opens from disk, fits a phone and paper, and shows every chosen chart', async ({
  page,
  context
}, testInfo) => {
  await signIn(page)
  await page.goto(wards('ward-staffing/results/establishment'))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^Briefing pack/ }).click()
  const boxes = page.getByRole('group', { name: 'Charts in the pack' }).getByRole('checkbox')
  await boxes.first().waitFor()
  for (const box of (await boxes.all()).slice(3)) await box.uncheck()
  await page.getByLabel(/^Who it is for/).fill('the board')
  expect(await seriousFindings(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download page (HTML)' }).click()
  ])
  expect(download.suggestedFilename()).toBe('establishment-2026.html')
  const file = testInfo.outputPath('pack.html')
  await download.saveAs(file)
  await context.setOffline(true)
  const pack = await context.newPage()
  const messages: string[] = []
  pack.on('console', message => messages.push(message.text()))
  await pack.goto(pathToFileURL(file).href)
  await expect(pack).toHaveTitle(/^Ward Compare, Ward .*, Ward staffing 2026$/)
  await expect(pack.getByText('Amara Okafor, Northfield General')).toBeVisible()
  await expect(pack.getByText(/For the board, /)).toHaveCount(4)
  await expect(pack.getByRole('article').getByRole('img')).toHaveCount(3)
  await expect(pack.getByRole('article').getByRole('img').first()).toHaveAccessibleName(/Ward .* has /)
  expect(await seriousFindings(pack)).toEqual([])
  // The meeting, two pages of charts, and an annex that fits one.
  for (const format of ['A4', 'Letter']) {
    const pdf = (await pack.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g), format).toHaveLength(4)
  }
  const looks = partInTurn(packLooks, packLooks.length, 'briefing')
  for (const { window, brand } of looks) {
    await pack.setViewportSize(windows[window])
    await pack.evaluate(setPackColours, brandStyle(deriveBrand(brands[brand])!))
    expect.soft(await lastingFaults(pack), window).toEqual([])
    expect.soft(await seriousFindings(pack), `${window}, ${brand}`).toEqual([])
  }
  await pack.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await measureText(pack)).overflow).toBeLessThanOrEqual(0)
  expect((await measureText(pack)).smallest).toBeGreaterThanOrEqual(12)
  expect(messages).toEqual([])
})
