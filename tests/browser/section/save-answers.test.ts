import { expect, test } from 'vitest'
import { checkSave } from '#browser/section/sync/save-answers.ts'

test('a reply that is not understood is a failure, so that the answers are kept and sent again', async () => {
  const garbled = [null, 'Sign in', {}, { saved: [], rejected: [] }]
  for (const reply of garbled) {
    const result = await checkSave(Promise.resolve({ ok: true, value: reply }))
    expect(result).toMatchObject({ ok: false, status: null })
  }
  const refusal = { ok: false, error: 'Locked.', status: 423 } as const
  expect(await checkSave(Promise.resolve(refusal))).toEqual(refusal)
})
