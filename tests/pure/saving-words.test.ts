import { expect, test } from 'vitest'
import type { SectionStatusLine } from '#questionnaire/status-line.ts'
import { savingWords } from '#questionnaire/saving-words.ts'

test('counts as kept only what is on disk', () => {
  const queue = { is: 'idle' } as const
  const line = { unsaved: 3, queue, savedAt: null, storageFault: null } as SectionStatusLine
  expect(savingWords({ ...line, typed: 1 }, 0).text).toBe('2 cells kept on this device, 1 being kept')
  expect(savingWords({ ...line, typed: 3 }, 0).text).toBe('3 cells being kept on this device')
})
