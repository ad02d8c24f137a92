import { expect, test } from 'vitest'
import { provisionalText } from '#domain/figures/provisional.ts'

test('a date of publication that has passed does not say that anything is being published', () => {
  const past = { collection_closes_at: '2025-12-12T12:00:00Z', published_at: '2026-02-08T12:00:00Z' }
  for (const project_status of ['published', 'closed'] as const)
    expect(provisionalText({ ...past, project_status, value_count: 0, submission_count: 145 })).toBe(
      'Provisional: results not published yet, 0 of 145 submissions so far'
    )
})
