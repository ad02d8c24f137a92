import { expect, type Page } from '@playwright/test'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { lastingFaults } from '#tests/support/geometry.ts'
import { scrollingParts } from '#tests/support/scrolling-parts.ts'
import { signIn } from '#tests/support/signed-in.ts'

// Peer groups are made in each of the three ways, chosen, and compared with.

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Peer groups' })

async function openGroups(page: Page, project = 'ward-staffing', group = 'establishment'): Promise<void> {
  await page.goto(`${siteUrl('wards')}/projects/${project}/results/${group}`)
  await page.getByRole('button', { name: /^Peers: / }).click()
  await page.getByRole('button', { name: 'Manage groups…' }).click()
  await expect(dialog(page).getByRole('button', { name: 'New group' })).toBeVisible()
}

async function save(page: Page, name: string): Promise<void> {
  await dialog(page).getByLabel('Name of the new group').fill(name)
  await dialog(page).getByRole('button', { name: 'Save group' }).click()
  await expect(page.getByText(`${name} is saved.`)).toBeVisible()
}

test('a group is made by rules, by similarity and by search, and figures are compared with it', async ({
  page
}) => {
  await signIn(page, 'lead')
  await openGroups(page)
  await dialog(page).getByRole('button', { name: 'New group' }).click()
  await expect(dialog(page).getByText(/^Add a rule or choose /)).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Save group' })).toBeDisabled()
  await expect(dialog(page).getByText(/is not counted among its peers/)).toBeVisible()

  await dialog(page).getByLabel('Filter of rule 1').selectOption({ label: 'Size' })
  await dialog(page).getByRole('group', { name: 'Rule 1' }).getByRole('checkbox').nth(1).check()
  await expect(dialog(page).getByText(/^leaves \d+ wards$/)).toBeVisible()
  await expect(dialog(page).getByText(/You can use this group|Too close to/)).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await dialog(page).getByRole('button', { name: 'By similarity' }).click()
  await dialog(page).getByRole('checkbox', { name: 'Size', exact: true }).check()
  await dialog(page).getByRole('checkbox', { name: 'Vacancy rate', exact: true }).check()
  await expect(dialog(page).getByText('at least 5 required')).toBeVisible()
  // How similar the members are is there unasked, and Save stays in view beside it: the dialog alone scrolls.
  await expect(
    dialog(page)
      .getByRole('cell', { name: /Vacancy rate (close|higher|lower)/ })
      .first()
  ).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Save group' })).toBeInViewport({ ratio: 1 })
  expect(await dialog(page).evaluate(scrollingParts)).toEqual([])
  await save(page, 'Most like ours')

  // What was just made is what one compares with.
  await expect(dialog(page).getByRole('checkbox', { name: 'Compare with Most like ours' })).toBeChecked()
  await dialog(page).getByRole('button', { name: 'New group' }).click()
  await dialog(page).getByRole('button', { name: 'By search' }).click()
  await dialog(page).getByRole('searchbox', { name: 'Find wards or organisations' }).fill('surgical')
  expect(await dialog(page).evaluate(scrollingParts)).toEqual([])
  await dialog(page)
    .getByRole('button', { name: /^Add all \d+$/ })
    .click()
  await expect(
    dialog(page)
      .getByRole('button', { name: /, remove$/ })
      .first()
  ).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: 'Northfield General' })
    .or(dialog(page).getByRole('group', { name: 'For' }).getByRole('button').nth(1))
    .first()
    .click()
  await save(page, 'Surgical wards')

  await dialog(page).getByRole('button', { name: 'Edit Surgical wards' }).click()
  await dialog(page)
    .getByRole('button', { name: /, remove$/ })
    .first()
    .click()
  await dialog(page).getByLabel('Name of the group').fill('Surgical wards we visit')
  await dialog(page).getByRole('button', { name: 'Save group' }).click()
  await expect(page.getByText('Surgical wards we visit is saved.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Delete Surgical wards we visit…' }).click()
  await dialog(page).getByRole('button', { name: 'Delete group' }).click()
  await expect(page.getByText('Surgical wards we visit is deleted.')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Peers: Most like ours \d+$/ })).toBeVisible()
  await expect(page).toHaveURL(/peerGroupId=\d+/)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Peers: Most like ours \d+$/ })).toBeVisible()
})

test('in an anonymous project a group is made by rules, lists nobody, and tells no small number', async ({
  page
}) => {
  await signIn(page, 'lead')
  await page.goto(`${siteUrl('wards')}/projects/ward-quality/results/falls-and-ulcers`)
  await page.getByRole('button', { name: /^Peers: / }).click()
  await page.getByRole('button', { name: 'Manage groups…' }).click()
  await dialog(page).getByRole('button', { name: 'New group' }).click()
  await expect(
    dialog(page).getByText('No search: other organisations are not named in this project.')
  ).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'By search' })).toHaveCount(0)
  await dialog(page).getByLabel('Filter of rule 1').selectOption({ label: 'Region' })
  const options = dialog(page).getByRole('group', { name: 'Rule 1' }).getByRole('checkbox')
  for (const option of await options.all()) await option.check()
  await expect(dialog(page).getByText(/once the results of this period are published\.$/)).toBeVisible()
  await save(page, 'Every region')
  await dialog(page).getByRole('button', { name: 'Edit Every region' }).click()
  await expect(
    dialog(page).getByText('This project does not show who is in a group.', { exact: false })
  ).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the measures of a group are cards, each with its figures and a way to its chart', async ({
    page
  }) => {
    await signIn(page, 'lead')
    await page.goto(`${siteUrl('wards')}/projects/ward-staffing/results/establishment`)
    await page.getByRole('button', { name: 'Continue anyway' }).click()
    const cards = page.getByRole('list', { name: /^Measures of / }).getByRole('listitem')
    await expect(cards.first().getByText(/^median [\d.,]+, n \d+$/)).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
    expect(await seriousFindings(page)).toEqual([])
    expect(await lastingFaults(page)).toEqual([])
    const chart = cards.first().getByRole('link')
    const name = await chart.textContent()
    await chart.click()
    await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible()
  })
})
