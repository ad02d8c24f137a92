import { expect, type Page } from '@playwright/test'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { signIn } from '#tests/support/signed-in.ts'

// What people take to a meeting: each screen uses the width of the paper, nothing is cut at its edge, and what is pressed is not on it.
// Half of the screens, as the commit chooses, all of them in `npm run test:long -- gate`.

/** A4 landscape within its margins, in CSS pixels. */
const PAPER = { width: 1031, height: 700 }
const wards = (path: string): string => `${siteUrl('wards')}/projects/ward-staffing/${path}`

/** Lays the screen out as the browser does for paper. */
async function layOut(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(PAPER)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
}

interface Paper {
  /** How wide the content is, and how far anything reaches to the right. */
  width: number
  reach: number
  /** What could be pressed and is on the paper. */
  controls: string[]
}

const measure = (page: Page): Promise<Paper> =>
  page.locator('.printable').evaluate(content => {
    const isShown = (element: Element): boolean => element.getClientRects().length > 0
    const elements = [...content.querySelectorAll('td, th, h1, p, svg.main-svg, .card')].filter(isShown)
    return {
      width: content.getBoundingClientRect().width,
      reach: Math.max(...elements.map(element => element.getBoundingClientRect().right)),
      controls: [...document.querySelectorAll('[role=tab], [role=search], input, summary')]
        .filter(isShown)
        .map(control => control.outerHTML.slice(0, 80))
    }
  })

async function openChart(page: Page, tab: string, period?: string): Promise<void> {
  await page.goto(wards('results/absence'))
  if (period !== undefined)
    await page
      .getByRole('combobox', { name: /^Period/ })
      .first()
      .selectOption(period)
  await page.getByRole('rowheader').getByRole('link', { name: 'Sickness absence' }).click()
  await page.getByRole('tab', { name: tab }).click()
  await expect(page.getByRole('tabpanel', { name: tab }).locator('.main-svg, table').first()).toBeVisible()
}

const screens: Record<string, (page: Page) => Promise<void>> = {
  'the start of the explorer': async page => {
    await page.goto(wards('results'))
    await expect(page.getByRole('heading', { name: 'Establishment' })).toBeVisible()
  },
  'an overview': async page => {
    await page.goto(wards('results/establishment'))
    await expect(page.getByRole('cell', { name: /^\d/ }).first()).toBeVisible()
  },
  'a chart and its figures': page => openChart(page, 'Funnel'),
  'a table': page => openChart(page, 'Table'),
  'the dashboard': async page => {
    await page.goto(wards('dashboard'))
    await expect(page.getByText(/^median [\d.]+, n \d+$/).first()).toBeVisible()
  }
}

for (const [name, open] of partInTurn(Object.entries(screens), 2, 'screens on paper'))
  test(`${name} on paper`, async ({ page }) => {
    // As wide as many desktops: charts are drawn for far more than the paper has.
    await page.setViewportSize({ width: 1600, height: 900 })
    await signIn(page)
    await open(page)
    await layOut(page)
    await expect(page.getByText(/^Period 2026\. .*Printed /)).toBeVisible()
    await expect.poll(async () => (await measure(page)).reach).toBeLessThanOrEqual(PAPER.width + 1)
    const paper = await measure(page)
    expect(paper.width).toBeGreaterThan(PAPER.width - 40)
    expect(paper.controls).toEqual([])
  })

/** The ward has a value in 2025, so that the own figures are there too. */
const onOnePage = {
  'a chart and its figures': (page: Page) => openChart(page, 'Funnel', '2025'),
  'the dashboard': screens['the dashboard']!
}

for (const [name, open] of partInTurn(Object.entries(onOnePage), 2, 'screens on one page'))
  test(`${name} take one page, A4 or Letter`, async ({ page }) => {
    await page.setViewportSize({ width: 1600, height: 900 })
    await signIn(page)
    await open(page)
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format, preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/\/Type \/Page\b/g), format).toHaveLength(1)
    }
  })

test('documents, registration and what a project is about, on paper: read, not pressed, and from where', async ({
  page
}) => {
  const onPaper = async (address: string, shows: RegExp, recipient: RegExp): Promise<void> => {
    await page.goto(siteUrl('wards') + address)
    await expect(page.getByText(shows).first()).toBeVisible()
    await layOut(page)
    await expect(page.getByText(recipient)).toBeVisible()
    const pressed = page.getByRole('searchbox').or(page.getByRole('checkbox')).or(page.getByRole('combobox'))
    expect.soft(await pressed.filter({ visible: true }).count(), address).toBe(0)
    const extra = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    )
    expect.soft(extra, address).toBeLessThanOrEqual(0)
    await page.emulateMedia({ media: 'screen' })
  }
  await onPaper('/documents', /^Terms of taking part$/, /Printed \d.*\d\d:\d\d\.$/)
  await signIn(page, 'lead')
  const own = /Printed \d.* for Amara Okafor, Northfield General\.$/
  await onPaper('/documents', /^Terms of taking part$/, own)
  await onPaper('/projects/ward-staffing/registration', /^Data contact$/, own)
  await onPaper('/projects/ward-staffing/about', /^Who sees what$/, own)
})
