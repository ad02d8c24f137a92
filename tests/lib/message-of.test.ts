import { expect, test } from 'vitest'
import { messageOf } from '#lib/text/message-of.ts'

test('a host whose addresses cannot be reached has the message of the first', () => {
  const refused = [
    new Error('connect ECONNREFUSED ::1:5432'),
    new Error('connect ECONNREFUSED 127.0.0.1:5432')
  ]
  expect(messageOf(new AggregateError(refused))).toBe('connect ECONNREFUSED ::1:5432')
  expect(messageOf(new AggregateError(refused, 'Two faults.'))).toBe('Two faults.')
})
