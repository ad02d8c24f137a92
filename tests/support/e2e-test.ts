// The `test` of every browser test: each file starts with fresh demo data.

import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test as base } from '@playwright/test'
import { controlUrl, serverFault } from './e2e-site.ts'

/** The reason why the servers ended, if they did: every later test fails with it. */
const whyEnded = (error: unknown): Error =>
  new Error(existsSync(serverFault) ? `The servers have ended: ${readFileSync(serverFault, 'utf8')}` : '', {
    cause: error
  })

export const test = base.extend<{ freshData: void }>({
  freshData: [
    async ({}, use, { file }) => {
      const asked = new URLSearchParams({ file: basename(file) })
      const reply = await fetch(`${controlUrl}/?${asked}`).catch((error: unknown) => {
        throw whyEnded(error)
      })
      if (!reply.ok) throw new Error(`No fresh data: ${await reply.text()}`)
      await use()
    },
    { auto: true, timeout: 180_000 }
  ]
})
