import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { SectionSync } from '#browser/section/sync/section-sync.ts'
import { watchUnsaved } from '#browser/section/sync/watch-unsaved.ts'

test.each([
  ['are saved meanwhile may be left', true, null, 'leave'],
  ['stay on this device are asked about', false, null, 'ask'],
  ['this device cannot store would be lost', false, 'This device’s storage is full.', 'lose']
])('answers that %s', async (_, isSaved, storageFault, verdict) => {
  const checks: (() => Promise<string>)[] = []
  const section = { settle: async () => isSaved, $status: atom({ unsaved: 1, storageFault }) }
  watchUnsaved(section as unknown as SectionSync, check => {
    checks.push(check)
    return () => {}
  })
  expect(await checks[0]?.()).toBe(verdict)
})
