import { expect, test } from 'vitest'
import { saveText } from '#browser/section/sync/save-text.ts'
import type { SectionStatusLine } from '#browser/section/sync/status-line.ts'

test('counts as kept only what is on disk', () => {
  const queue = { is: 'waiting' } as const
  const line = {
    unsaved: 3,
    held: { errors: 0, conflicts: 0 },
    queue,
    savedAt: null,
    storageFault: null,
    strays: []
  } as unknown as SectionStatusLine
  expect(saveText({ ...line, typed: 0 }).text).toBe('Saving… 3 answers kept on this device')
  expect(saveText({ ...line, typed: 1 }).text).toBe('Saving… 2 answers kept on this device, 1 being stored')
  expect(saveText({ ...line, typed: 3 }).text).toBe('Saving…')
})

test('says that nothing is sent where no queue sends it', () => {
  const line = {
    unsaved: 3,
    held: { errors: 0, conflicts: 0 },
    queue: { is: 'idle' },
    savedAt: null,
    storageFault: null,
    strays: []
  } as unknown as SectionStatusLine
  expect(saveText({ ...line, typed: 0 })).toEqual({
    text: '3 answers kept on this device cannot be sent.',
    tone: 'stopped',
    action: null
  })
  // The queue takes what was typed a moment ago as soon as it is stored.
  expect(saveText({ ...line, typed: 3 }).text).toBe('Saving…')
})

test('says of what nobody will send what it is and what to do, apart from what is on its way', () => {
  const words = (errors: number, conflicts: number, more: Partial<SectionStatusLine> = {}) =>
    saveText({
      unsaved: errors + conflicts,
      typed: 0,
      held: { errors, conflicts },
      queue: { is: 'idle' },
      savedAt: null,
      storageFault: null,
      strays: [],
      ...more
    } as unknown as SectionStatusLine)
  expect(words(1, 0)).toEqual({
    text: '1 answer cannot be sent until you correct it. All others are saved.',
    tone: 'stopped',
    action: null
  })
  expect(words(2, 1).text).toBe(
    '2 answers cannot be sent until you correct them. 1 answer cannot be sent until you choose which value to keep. All others are saved.'
  )
  const queue = { is: 'retrying', at: 2000, error: '', status: null } as const
  expect(words(1, 0, { unsaved: 4, queue })).toEqual({
    text: 'Offline. 3 answers kept on this device. 1 answer cannot be sent until you correct it.',
    tone: 'stopped',
    action: 'Try now'
  })
  expect(words(1, 0, { storageFault: 'This device’s storage is full.' }).text).toBe(
    '1 answer cannot be sent until you correct it. Keep this page open. This device’s storage is full.'
  )
})
