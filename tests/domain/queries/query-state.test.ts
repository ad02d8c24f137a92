// Every act on a query in every status by every role.

import { expect, test } from 'vitest'
import { QueryAct, QueryStatus } from '#contract/queries.ts'
import { ROLE, type RoleTypeId } from '#domain/people/roles.ts'
import {
  applyQueryAct,
  isLaterDueDate,
  isQueryOverdue,
  needsText,
  refusedActText
} from '#domain/queries/query-state.ts'

const statuses = QueryStatus.options
const acts = QueryAct.options
const roles: (RoleTypeId | null)[] = [...Object.values(ROLE), null]

/** The status after each act by somebody who may do it, null where it is impossible. Columns: open, answered, resolved, cancelled. */
const outcomes: Record<QueryAct, (QueryStatus | null)[]> = {
  answer: ['answered', 'answered', null, null],
  correct: ['answered', 'answered', 'answered', null],
  resolve: ['resolved', 'resolved', null, null],
  return: [null, 'open', null, null],
  withdraw: ['cancelled', 'cancelled', null, null],
  extend: ['open', null, null, null]
}
const allowed: Record<QueryAct, (role: RoleTypeId | null) => boolean> = {
  answer: role => role !== null && role !== ROLE.viewer,
  // Saving decides who may change a value.
  correct: () => true,
  resolve: role => role === ROLE.admin || role === ROLE.superuser,
  return: role => role === ROLE.admin || role === ROLE.superuser,
  withdraw: role => role === ROLE.admin || role === ROLE.superuser,
  extend: role => role === ROLE.admin || role === ROLE.superuser
}

test.each(acts)('%s: by each role in each status', act => {
  for (const role of roles)
    for (const [index, status] of statuses.entries()) {
      const verdict = applyQueryAct({ act, status, roleTypeId: role, text: 'Because.', isDateLater: true })
      const after = outcomes[act][index]
      const expected = !allowed[act](role)
        ? { refusal: 'role' }
        : after === null
          ? { refusal: status }
          : { status: after }
      expect([act, status, role, verdict]).toEqual([act, status, role, expected])
    }
})

test('answering, returning and resolving an unanswered query need a message', () => {
  const wanting = acts.flatMap(act =>
    statuses.filter(status => needsText(act, status)).map(status => `${act} ${status}`)
  )
  expect(wanting.filter(one => /^(return|resolve)/.test(one))).toEqual([
    'resolve open',
    'return open',
    'return answered',
    'return resolved',
    'return cancelled'
  ])
  expect(wanting.filter(one => one.startsWith('answer'))).toHaveLength(4)
  const admin = ROLE.admin
  expect(applyQueryAct({ act: 'return', status: 'answered', roleTypeId: admin, text: ' \n' })).toEqual({
    refusal: 'text'
  })
  expect(applyQueryAct({ act: 'resolve', status: 'open', roleTypeId: admin, text: '' })).toEqual({
    refusal: 'text'
  })
  expect(applyQueryAct({ act: 'resolve', status: 'answered', roleTypeId: admin, text: '' })).toEqual({
    status: 'resolved'
  })
})

test('an extension needs a later date; a query without one gets its first', () => {
  const extend = { act: 'extend', status: 'open', roleTypeId: ROLE.admin, text: '' } as const
  expect(applyQueryAct({ ...extend, isDateLater: true })).toEqual({ status: 'open' })
  expect(applyQueryAct({ ...extend, isDateLater: false })).toEqual({ refusal: 'date' })
  const due_at = '2026-11-26T00:00:00.000Z'
  const [earlier, later] = [new Date('2026-11-25'), new Date('2026-11-27')]
  expect([null, earlier, new Date(due_at), later].map(date => isLaterDueDate(date, { due_at }))).toEqual([
    false,
    false,
    false,
    true
  ])
  expect([null, earlier].map(date => isLaterDueDate(date, { due_at: null }))).toEqual([false, true])
})

test('refusals name a query as the reader’s role does', () => {
  expect(refusedActText('resolved', ROLE.admin)).toBe('This query has been resolved.')
  for (const role of [ROLE.lead, ROLE.contributor, ROLE.viewer])
    for (const refusal of ['version', 'open', 'answered', 'resolved'] as const)
      expect(refusedActText(refusal, role)).toMatch(/^This question from the programme has /)
  expect(refusedActText('cancelled', ROLE.lead)).toBe('This query has been withdrawn.')
})

test('only an open query can be overdue, from its due date on', () => {
  const due_at = '2026-11-26T17:00:00.000Z'
  const at = (time: string, status: QueryStatus = 'open') =>
    isQueryOverdue({ status, due_at }, new Date(time))
  expect([at('2026-11-26T16:59:59Z'), at(due_at), at('2026-11-27T00:00Z', 'answered')]).toEqual([
    false,
    true,
    false
  ])
  expect(isQueryOverdue({ status: 'open', due_at: null }, new Date(due_at))).toBe(false)
})
