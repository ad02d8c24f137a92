// Which role opens the screens of projects, and at what time.

import { rotation, turnOf } from './rotation.ts'
import type { Role } from './server.ts'

export const DAY = 86_400_000

/**
 * Days from the demo's noon, and whether the previous period is selected: both projects go through all their states. Time never goes back, because
 * the embedded database would then reset its timer every millisecond.
 */
export const moments: Record<string, { days: number; isLastPeriod?: true }> = {
  'results of last year': { days: 0, isLastPeriod: true },
  collecting: { days: 0 },
  'between registration and collection': { days: 22 },
  'both collecting': { days: 23.5 },
  'first in validation': { days: 24 },
  'all over': { days: 120 }
}

type Person = [name: string, role: Role, choosesOrganisation: boolean]

const people: Person[] = [
  ['lead', 'lead', false],
  ['contributor', 'contributor', false],
  ['viewer', 'viewer', false],
  ['admin', 'admin', false],
  ['admin for an organisation', 'admin', true],
  ['superuser for an organisation', 'super', true]
]

/** Every day each moment for one person and each person in one moment, as the commit pairs them; all of them by `npm run test:long`. */
export function peopleAt(moment: string, turn: string = rotation): Person[] {
  if (process.env['LONG']) return people
  const place = Object.keys(moments).indexOf(moment) + turnOf('people and moments', turn)
  return people.filter((_, index) => index === place % people.length)
}
