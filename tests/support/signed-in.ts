// A browser that is logged in as a demo account, without the login form.

import type { Page } from '@playwright/test'
import { logInAs } from './api-client.ts'
import { apiOrigin, siteUrl } from './e2e-site.ts'

const PROGRAMME_IDS = { wards: 1, libraries: 2, councils: 3 } as const
export type DemoProgramme = keyof typeof PROGRAMME_IDS

/** Begins a session of the test's own, so that no other test ends it or lets it grow old, and puts its token where the site keeps it. */
export async function signIn(page: Page, role = 'lead', programme: DemoProgramme = 'wards'): Promise<void> {
  const asked = { api: apiOrigin, programme: { programme_id: PROGRAMME_IDS[programme], code: programme } }
  const token = await logInAs(asked, role)
  await page
    .context()
    .addCookies([{ name: 'token', value: token, url: siteUrl(programme), sameSite: 'Strict' }])
}
