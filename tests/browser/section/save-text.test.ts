import { expect, test } from 'vitest'
import { saveText } from '#browser/section/sync/save-text.ts'
import type { SectionStatusLine } from '#browser/section/sync/status-line.ts'

test('counts as kept only what is on disk', () => {
  const queue = { is: 'idle' } as const
  const line = {
    unsaved: 3,
    held: { errors: 0, conflicts: 0 },
    queue,
    savedAt: null,
    storageFault: null,
    strays: []
  } as unknown as SectionStatusLine
  expect(saveText({ ...line, typed: 1 }, 0).text).toBe('2 answers not sent yet, 1 being stored')
  expect(saveText({ ...line, typed: 3 }, 0).text).toBe('3 answers being stored on this device')
})

test('names no longer wait than there is when the clock was set back', () => {
  const line = {
    unsaved: 1,
    typed: 0,
    held: { errors: 0, conflicts: 0 },
    savedAt: null,
    storageFault: null,
    strays: []
  }
  const queue = { is: 'retrying', at: 86_400_000, error: '', status: 503 } as const
  expect(saveText({ ...line, queue } as unknown as SectionStatusLine, 0).text).toBe(
    '1 answer not sent yet. The server is not responding, retrying in 300 s'
  )
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
        strays: [],
        ...more
      } as unknown as SectionStatusLine,
      0
    )
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
    text: '1 answer cannot be sent until you correct it. 3 answers not sent yet. Offline, retrying in 2 s',
    tone: 'stopped',
    action: 'Try now'
  })
  expect(words(1, 0, { storageFault: 'This device’s storage is full.' }).text).toBe(
    '1 answer cannot be sent until you correct it. Keep this page open. This device’s storage is full.'
  )
})
