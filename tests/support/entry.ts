// Data entry in a real browser: the built site and the real API with a faulty proxy between them, and a table of the test's own to type into.

import { expect, type Locator, type Page } from '@playwright/test'
import { getSectionQuestions, type Question } from '#contract/questionnaires.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { createAsk, type Ask } from './api-client.ts'
import { apiOrigin, siteUrl } from './e2e-site.ts'
import { buildTable, type TableSize, type TestTable } from './entry-table.ts'
import { openFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { signIn } from './signed-in.ts'
import { test as base } from './still-field.ts'

const PROGRAMME = { programme_id: 1, code: 'wards' }
/** The call that saves cells. */
export const SAVE = { method: 'POST', path: /section-submission/ }

export type { Ask }

interface ForTest {
  ask: Ask
  /** Builds a table of integer cells in a questionnaire; it is retired when the test ends. */
  table: (size: TableSize) => Promise<TestTable>
}

interface ForWorker {
  site: { url: string; api: string }
  /** Stands between the browser and the API. */
  wire: FaultyProxy
}

export const test = base.extend<ForTest, ForWorker>({
  site: [
    async ({ defaultBrowserType }, use) => {
      expect(defaultBrowserType, 'only Chromium can be told where to find the API').toBe('chromium')
      await use({ url: siteUrl(PROGRAMME.code), api: apiOrigin })
    },
    { scope: 'worker' }
  ],
  wire: [
    async ({ site }, use) => {
      const proxy = await openFaultyProxy(site.api)
      await use(proxy)
      await proxy.close()
    },
    { scope: 'worker' }
  ],
  // The built site is unchanged: the proxy listens at the API's address.
  launchOptions: [
    async ({ launchOptions, wire, site }, use) => {
      const rule = `MAP ${new URL(site.api).host} ${new URL(wire.url).host}`
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=${rule}`] })
    },
    { scope: 'worker' }
  ],
  ask: async ({ site }, use) => use(createAsk({ api: site.api, programme: PROGRAMME })),
  table: async ({ ask, wire }, use) => {
    const built: TestTable[] = []
    await use(async size => {
      const table = await buildTable(ask, PROGRAMME.programme_id, size)
      built.push(table)
      return table
    })
    wire.clear()
    await wire.accept()
    for (const table of built) await table.retire()
  }
})

/** The cells of a table on the server, by name. */
export async function storedCells(
  ask: Ask,
  { place, nameOf }: TestTable
): Promise<Map<string, Question['answer']>> {
  const params = { id: place.questionnaireId, sid: place.sectionId }
  const { sub_sections } = await ask(getSectionQuestions, {
    params,
    query: { submission_id: place.submissionId }
  })
  return new Map(
    sub_sections.flatMap(sub => sub.questions).map(question => [nameOf(question), question.answer])
  )
}

/** Opens a table at its own address, signed in as the role where the browser is not signed in. */
export async function openTable(page: Page, table: TestTable, role = 'lead'): Promise<void> {
  const isSignedIn = (await page.context().cookies(siteUrl(PROGRAMME.code))).some(
    ({ name }) => name === 'token'
  )
  if (!isSignedIn) await signIn(page, role)
  await page.goto(table.path)
  await expect(page.getByRole('grid', { name: table.name })).toBeVisible()
}

/** In the dialog that asks for the password where the session has ended. */
export async function logInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Log in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Saving and next steps' })

export const cellNamed = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true })
/** The sentence about the saving of the whole section. */
export const savingState = (page: Page): Locator =>
  bar(page).getByRole('group', { name: 'Saving', exact: true })
export const barButton = (page: Page, name: string | RegExp): Locator =>
  bar(page).getByRole('button', { name })

export async function expectSaved(page: Page): Promise<void> {
  await expect(savingState(page)).toHaveText(/^All saved/)
}
