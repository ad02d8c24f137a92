// A browser that is signed in as a demo account, without the form and its pause: one token for each account and process.
import type { Page } from '@playwright/test'
import { logInAs } from './asking.ts'
import { apiOrigin, siteUrl } from './e2e-site.ts'

const PROGRAMME_IDS = { wards: 1, libraries: 2, councils: 3 } as const
export type DemoProgramme = keyof typeof PROGRAMME_IDS

const tokens = new Map<string, Promise<string>>()

/**
 * Puts the account's token where the site keeps it. Its session is shared by the tests of a process: a test that logs out logs in by the
 * form, so that it ends a session of its own.
 */
export async function signIn(page: Page, role = 'lead', programme: DemoProgramme = 'wards'): Promise<void> {
  const account = `${role}@${programme}`
  const asked = { api: apiOrigin, programme: { programme_id: PROGRAMME_IDS[programme], code: programme } }
  const token = tokens.get(account) ?? logInAs(asked, role)
  tokens.set(account, token)
  await page
    .context()
    .addCookies([{ name: 'token', value: await token, url: siteUrl(programme), sameSite: 'Strict' }])
}
