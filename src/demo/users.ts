import { ROLE } from '#domain/people/roles.ts'
import { insertRows } from '#server/database/bulk.ts'
import { splitNames } from './crowd-plan.ts'
import { daysBefore, type Seeding } from './seeding.ts'

export interface SeededUsers {
  leadId: number
  contributorId: number
  adminId: number
}

const firstNames = splitNames(`
  Amara, Ruth, Daniel, Priya, Tomasz, Helen, Kwame, Ingrid, Marco, Siân, Yusuf, Grace, Oliver, Mei, Patrick,
  Leila`)
const lastNames = splitNames(`
  Okafor, Lindqvist, Hughes, Patel, Nowak, Barnes, Mensah, Dahl, Rossi, Evans, Demir, Clarke, Wright, Chen,
  Doyle, Haddad`)

interface DemoAccount {
  name: string
  role: number
  first: string
  last: string
  title: string
  hasExpiredPassword?: true
}

const accounts: readonly DemoAccount[] = [
  { name: 'lead', role: ROLE.lead, first: 'Amara', last: 'Okafor', title: 'Head of performance' },
  { name: 'contributor', role: ROLE.contributor, first: 'Rolf', last: 'Lindqvist', title: 'Data manager' },
  { name: 'viewer', role: ROLE.viewer, first: 'Helen', last: 'Barnes', title: 'Service manager' },
  { name: 'admin', role: ROLE.admin, first: 'Daniel', last: 'Hughes', title: 'Programme manager' },
  { name: 'super', role: ROLE.superuser, first: 'Priya', last: 'Patel', title: 'Head of programmes' },
  {
    name: 'expired',
    role: ROLE.viewer,
    first: 'Grace',
    last: 'Mensah',
    title: 'Analyst',
    hasExpiredPassword: true
  }
]

export const personAt = (number: number): { first: string; last: string } => ({
  first: firstNames[number % firstNames.length] ?? '',
  last: lastNames[Math.floor(number / firstNames.length) % lastNames.length] ?? ''
})

/** The demo accounts, `<role>@<code>.example` and one whose password has expired, and colleagues in other organisations who cannot log in. */
export async function seedUsers(seeding: Seeding, passwordHash: string): Promise<SeededUsers> {
  const { tx, programme, programmeId, random, now, organisations } = seeding
  const created = daysBefore(now, 400).toISOString()
  const demo = accounts.map(account => ({
    programme_id: programmeId,
    organisation_id: account.role <= ROLE.admin ? null : (organisations[0]?.organisationId ?? null),
    email_address: `${account.name}@${programme.code}.example`,
    first_name: account.first,
    last_name: account.last,
    job_title: account.title,
    role_type_id: account.role,
    status: 'active',
    password_hash: passwordHash,
    // DEMO_PASSWORD (src/demo/seed.ts) has 19 characters.
    has_long_password: true,
    password_changed_at: created,
    password_expires_at: account.hasExpiredPassword ? daysBefore(now, 30).toISOString() : null,
    otp_enabled: false,
    terms_accepted_at: created,
    created_at: created
  }))
  const statuses = ['active', 'active', 'active', 'awaiting_approval', 'invited', 'suspended']
  const colleagues = organisations.slice(1, 25).map(({ organisationId }, index) => {
    const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
    const status = statuses[index % statuses.length]
    return {
      ...demo[1],
      organisation_id: organisationId,
      email_address: `${first}.${last}.${index + 1}@${programme.code}.example`
        .toLowerCase()
        .replace('â', 'a'),
      first_name: first,
      last_name: last,
      role_type_id: random.whole(ROLE.lead, ROLE.viewer),
      status,
      // Requests wait for days, not for a year.
      ...(status === 'awaiting_approval' && { created_at: daysBefore(now, 1 + (index % 7)).toISOString() }),
      password_hash: null,
      password_expires_at: null
    }
  })
  const ids = await insertRows(tx, 'users', [...demo, ...colleagues], 'user_id')
  return { leadId: ids[0] ?? 0, contributorId: ids[1] ?? 0, adminId: ids[3] ?? 0 }
}
