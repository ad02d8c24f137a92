import { expect, test } from 'vitest'
import type { HubSectionRow } from '#browser/features/data-collection/hub/section-rows.ts'
import { lastSignature } from '#browser/features/data-collection/signing/sign-off.ts'

const row = (signed_off_at: string | null, signed_off_by: string | null, updated_at: string) =>
  ({
    completion: {
      status: 'signed_off',
      signed_off_at,
      signed_off_by,
      updated_at,
      updated_by: 'Rolf Lindqvist'
    }
  }) as HubSectionRow

test('the last signature is that of who signed, not of who corrected an answer afterwards', () => {
  const rows = [
    row('2026-11-02T09:00:00Z', 'Amara Okafor', '2026-11-09T09:00:00Z'),
    row('2026-11-01T09:00:00Z', 'Petra Novak', '2026-11-10T09:00:00Z')
  ]
  expect(lastSignature(rows)).toEqual({ by: 'Amara Okafor', at: '2026-11-02T09:00:00Z' })
})

test('a signature that is not known is not guessed', () => {
  expect(lastSignature([row(null, null, '2026-11-09T09:00:00Z')])).toBeNull()
})
