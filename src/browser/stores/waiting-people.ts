import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { listUsers, type User } from '#contract/users.ts'
import { mapResult, type Result } from '#lib/result.ts'
import { $session } from './session.ts'
import { runtimeConfig } from './site-config.ts'

interface WaitingPeople {
  users: User[]
  total: number
}

const MAX_SHOWN_PEOPLE = 4

export const $waitingPeople = loadableStore<WaitingPeople>()

/** Those who asked first. */
export const loadWaitingPeople = (): Promise<void> =>
  $waitingPeople.load($session.get().user?.sub ?? '', readWaitingPeople)

async function readWaitingPeople(): Promise<Result<WaitingPeople>> {
  const { programmeId: programme_id } = runtimeConfig()
  const result = await call(listUsers, {
    query: {
      programme_id,
      status: 'awaiting_approval',
      sort: 'created',
      direction: 'asc',
      limit: MAX_SHOWN_PEOPLE
    }
  })
  return mapResult(result, ({ users, total = users.length }) => ({ users, total }))
}
