// Who looks at the screens of projects, and when.
import type { Role } from './server.ts'

export const DAY = 86_400_000

/** Days from the demo's noon, and whether it is the period before: both projects go through all their states. */
export const moments: Record<string, { days: number; isLastPeriod?: true }> = {
  collecting: { days: 0 },
  'between registration and collection': { days: 22 },
  'both collecting': { days: 23.5 },
  'first in validation': { days: 24 },
  'all over': { days: 120 },
  'results of last year': { days: 0, isLastPeriod: true }
}

type Person = [name: string, role: Role, choosesOrganisation: boolean]

const people: Person[] = [
  ['lead', 'lead', false],
  ['contributor', 'contributor', false],
  ['viewer', 'viewer', false],
  ['admin for an organisation', 'admin', true]
]
/** What they are offered of projects is the admin's: looked at in one moment, and in each by `npm run test:long`. */
const alike: Person[] = [
  ['admin', 'admin', false],
  ['superuser for an organisation', 'super', true]
]
export const peopleAt = (moment: string): Person[] =>
  moment === 'collecting' || process.env['LONG'] ? [...people, ...alike] : people
