// The `test` of every browser test: each file begins with the demo data as they were, and so does a test that runs again after it has failed.

import { basename } from 'node:path'
import { test as base } from '@playwright/test'
import { controlUrl } from './e2e-site.ts'

export const test = base.extend<{ freshData: void }>({
  freshData: [
    async ({}, use, { file, title, retry }) => {
      const asked = new URLSearchParams({
        file: basename(file),
        ...(retry > 0 && { retried: `${title} ${retry}` })
      })
      const reply = await fetch(`${controlUrl}/?${asked}`)
      if (!reply.ok) throw new Error(`No fresh data: ${await reply.text()}`)
      await use()
    },
    { auto: true, timeout: 60_000 }
  ]
})
