// The `test` of every browser test: each file starts with fresh demo data.

import { basename } from 'node:path'
import { test as base } from '@playwright/test'
import { controlUrl } from './e2e-site.ts'

export const test = base.extend<{ freshData: void }>({
  freshData: [
    async ({}, use, { file }) => {
      const asked = new URLSearchParams({ file: basename(file) })
      const reply = await fetch(`${controlUrl}/?${asked}`)
      if (!reply.ok) throw new Error(`No fresh data: ${await reply.text()}`)
      await use()
    },
    { auto: true, timeout: 60_000 }
  ]
})
