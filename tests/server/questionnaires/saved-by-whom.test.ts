// Whose answer a cell has: the reply to a save says it as the history does.

import { expect, test } from 'vitest'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { save, blankWard, questionAt } = savingOn(server)

test('saving an unchanged answer does not change who entered it', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  const first = await save(ward, cell, [{ value: 21 }])
  expect(first.body.saved[0]?.updated_at).toBe(server.clock.now.toISOString())
  const author = first.body.saved[0]?.updated_by
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  const second = await save(ward, cell, [{ value: 21 }], { role: 'lead' })
  expect(second.body.saved).toEqual(first.body.saved)
  const { answer } = await questionAt(ward, cell)
  expect([answer.updated_by, answer.updated_at]).toEqual([author, first.body.saved[0]?.updated_at])
  const third = await save(ward, cell, [{ value: 22, base_version: answer.version }], { role: 'lead' })
  expect(third.body.saved[0]?.updated_by).not.toBe(author)
  expect(third.body.saved[0]?.updated_by).toBe((await questionAt(ward, cell)).answer.updated_by)
})
