import { expect, type Page, type Route } from '@playwright/test'
import type { SectionCompletion } from '#contract/section-submissions.ts'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { lastingFaults } from '#tests/support/geometry.ts'
import { signIn } from '#tests/support/signed-in.ts'

// Windows below the breakpoint: the notice and the way past it, and the way to a section at 320 px (product 25). The gate looks at every screen there.

const TEXT =
  'This website is under construction and not mobile ready. Please use a desktop browser to access the full features.'

test.use({ viewport: { width: 320, height: 640 } })

async function continueAnyway(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue anyway' }).click()
}

test('the notice stands alone until someone continues, for this visit', async ({ page, context }) => {
  await page.goto('/login')
  await expect(page.getByText(TEXT).last()).toBeVisible()
  await expect(page.getByLabel('Small screen').getByText('Ward Compare')).toBeVisible()
  await expect(page.getByLabel('Email address')).toBeHidden()
  await continueAnyway(page)
  await expect(page.getByText(TEXT).last()).toBeHidden()
  await expect(page.getByLabel('Email address')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Email address')).toBeVisible()
  const other = await context.newPage()
  await other.setViewportSize({ width: 320, height: 640 })
  await other.goto('/login')
  await expect(other.getByText(TEXT).last()).toBeVisible()
})

test('above a survey it is a strip that can be closed', async ({ page }) => {
  await page.goto('/surveys/404')
  await expect(page.getByRole('heading', { name: 'Survey not found' })).toBeVisible()
  await expect(page.getByText(TEXT).last()).toBeVisible()
  expect(await lastingFaults(page, { target: 44 })).toEqual([])
  await page.getByRole('button', { name: 'Close notice' }).click()
  await expect(page.getByText(TEXT).last()).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Survey not found' })).toBeVisible()
  await expect(page.getByText(TEXT).last()).toBeHidden()
})

/** Rows as wide as they get: the longest state, and a person whose name has nowhere to break. */
async function withWideRows(route: Route): Promise<void> {
  const response = await route.fetch()
  const reply = (await response.json()) as { section_submissions: SectionCompletion[] }
  const rows = reply.section_submissions.map(row => ({
    ...row,
    status: 'in_progress',
    answered_count: row.applicable_count,
    updated_at: row.updated_at ?? new Date().toISOString(),
    updated_by: 'Wolfeschlegelsteinhausenbergerdorff'
  }))
  await route.fulfill({ response, json: { ...reply, section_submissions: rows } })
}

test('a member goes from the menu to a section, whose names stay beside its figures', async ({ page }) => {
  await signIn(page)
  await page.goto('/projects')
  await continueAnyway(page)
  await page.getByRole('link', { name: 'Ward staffing', exact: true }).click()
  await page.route(/\/questionnaireSectionSubmissions\/completion\?/, withWideRows)
  const menu = page.getByRole('navigation', { name: 'Project menu' })
  await menu.getByRole('button').click()
  await menu.getByRole('link', { name: 'Data collection' }).click()
  await expect(page.getByRole('heading', { name: 'Data collection', level: 1 })).toBeVisible()
  await expect(page.getByText('All answered, not marked complete').first()).toBeVisible()
  expect(await lastingFaults(page), 'hub').toEqual([])
  // A request that is on its way when the page closes has no reply left to widen.
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await page
    .getByRole('link', { name: /: Skill mix$/ })
    .first()
    .click()
  const grid = page.getByRole('grid').first()
  await expect(grid).toBeVisible()
  await grid.getByRole('textbox').last().focus()
  const name = grid.getByRole('rowheader').last()
  await expect(name).toBeInViewport({ ratio: 0.9 })
  await expect(grid.getByRole('textbox').last()).toBeInViewport({ ratio: 0.9 })
  const nameBox = await name.boundingBox()
  const fieldBox = await grid.getByRole('textbox').last().boundingBox()
  expect(fieldBox!.x).toBeGreaterThanOrEqual(nameBox!.x + nameBox!.width - 1)
  expect(nameBox!.width).toBeLessThanOrEqual(0.4 * 320 + 1)
  expect(await lastingFaults(page), 'section').toEqual([])
  await page.setViewportSize({ width: 320, height: 256 })
  expect(await lastingFaults(page), 'section at 400 %').toEqual([])

  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('combobox', { name: /^Section \d of \d/ }).selectOption({ index: 0 })
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Skill mix')
})

test('an admin reads each query as a whole, without scrolling sideways', async ({ page }) => {
  await signIn(page, 'admin', 'councils')
  await page.goto(`${siteUrl('councils')}/projects/workforce/data-collection?view=queries`)
  await continueAnyway(page)
  const table = page.getByRole('region', { name: 'Queries', exact: true })
  await expect(
    table
      .getByRole('rowheader')
      .filter({ hasText: /Received: .+Asked .+, due / })
      .first()
  ).toBeVisible()
  expect(await table.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('an admin reads each correction window as a whole, without scrolling sideways', async ({ page }) => {
  await signIn(page, 'admin', 'councils')
  await page.goto(`${siteUrl('councils')}/projects/workforce/data-collection`)
  await continueAnyway(page)
  await page.getByRole('button', { name: 'Correction windows…' }).click()
  const close = page.getByRole('button', { name: /^Close now: / }).first()
  await expect(close).toBeInViewport({ ratio: 1 })
  const table = page.getByRole('table', { name: 'Correction windows' })
  expect(await table.evaluate(element => element.clientWidth)).toBeLessThanOrEqual(0.92 * 320 - 32)
})
