import { expect, test } from 'vitest'
import { UserStatus } from '#contract/users.ts'
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TRANSITIONS,
  type AccountAction,
  type AccountStatus
} from '#domain/people/user-status.ts'
import { statusAfter } from '#tests/support/account-status.ts'

const actions = Object.keys(ACCOUNT_TRANSITIONS) as AccountAction[]

test('the table has every status of the contract, and deleted', () => {
  expect([...ACCOUNT_STATUSES].toSorted()).toEqual([...UserStatus.options, 'deleted'].toSorted())
})

test('an account becomes active only by approval, an invitation or reactivation', () => {
  const ways = ACCOUNT_STATUSES.flatMap(from =>
    actions.flatMap(action => (statusAfter(from, action) === 'active' ? [[from, action]] : []))
  )
  expect(ways).toEqual([
    ['awaiting_approval', 'approve'],
    ['invited', 'accept_invitation'],
    ['suspended', 'reactivate']
  ])
})

test('suspending and reactivating cannot activate an account that was never active', () => {
  for (const status of ACCOUNT_STATUSES) {
    const suspended = statusAfter(status, 'suspend')
    const back: AccountStatus | null = suspended && statusAfter(suspended, 'reactivate')
    expect([status, back]).toEqual([status, status === 'active' ? 'active' : null])
  }
})

test('a deleted account cannot be restored', () => {
  expect(actions.filter(action => statusAfter('deleted', action) !== null)).toEqual([])
})
