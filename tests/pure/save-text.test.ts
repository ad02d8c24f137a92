import { expect, test } from 'vitest'
import type { SectionStatusLine } from '#questionnaire/sync/status-line.ts'
import { saveText } from '#questionnaire/sync/save-text.ts'

test('counts as kept only what is on disk', () => {
  const queue = { is: 'idle' } as const
  const line = {
    unsaved: 3,
    held: { errors: 0, conflicts: 0 },
    queue,
    savedAt: null,
    storageFault: null
  } as SectionStatusLine
  expect(saveText({ ...line, typed: 1 }, 0).text).toBe('2 cells kept on this device, 1 being kept')
  expect(saveText({ ...line, typed: 3 }, 0).text).toBe('3 cells being kept on this device')
})

test('says of what nobody will send what it is and what to do, apart from what is on its way', () => {
  const words = (errors: number, conflicts: number, more: Partial<SectionStatusLine> = {}) =>
    saveText(
      {
        unsaved: errors + conflicts,
        typed: 0,
        held: { errors, conflicts },
        queue: { is: 'idle' },
        savedAt: null,
        storageFault: null,
        ...more
      } as SectionStatusLine,
      0
    )
  expect(words(1, 0)).toEqual({
    text: '1 cell cannot be sent until you correct it. The rest is saved.',
    tone: 'stopped',
    action: null
  })
  expect(words(2, 1).text).toBe(
    '2 cells cannot be sent until you correct them. 1 cell changed by two cannot be sent until you choose which value stays. The rest is saved.'
  )
  const queue = { is: 'retrying', at: 2000, error: '', status: null } as const
  expect(words(1, 0, { unsaved: 4, queue })).toEqual({
    text: '1 cell cannot be sent until you correct it. 3 cells kept on this device. No connection, next try in 2 seconds',
    tone: 'stopped',
    action: 'Try now'
  })
  expect(words(1, 0, { storageFault: 'The storage of this device is full.' }).text).toBe(
    '1 cell cannot be sent until you correct it. Keep this page open. The storage of this device is full.'
  )
})
