// What every part of a validation round needs.

import { personName } from '#domain/people/full-name.ts'
import { isAtLeast, ROLE } from '#domain/people/roles.ts'
import { invariant } from '#lib/invariant.ts'
import type { Database } from '#server/database/schema.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { daysBefore } from './seeding.ts'
import type { SeededProject } from './structure.ts'
import type { SeededSubmission } from './submissions.ts'
import type { SeededUsers } from './users.ts'

/** A project with an imported history whose newest period is being validated. */
export interface Round {
  programme: RunningProgramme
  project: SeededProject
  submissions: readonly SeededSubmission[]
  users: SeededUsers
}

export interface RoundContext extends Round {
  database: Database
  place: { project_id: number; time_period_id: number }
  questionnaireId: number
  /** Of the newest period; those of the demo accounts come first. */
  current: readonly SeededSubmission[]
  /** The caller's context so many days ago; by default an admin's. */
  at: (
    daysAgo: number,
    caller?: CallingUser
  ) => { database: Database; caller: CallingUser; now: Date; clock: () => Date }
  dayOf: (daysAgo: number) => string
  contributor: CallingUser
  /** Somebody who can answer for an organisation, if anybody can. */
  answererOf: (organisationId: number) => CallingUser | undefined
}

export async function readRound(database: Database, round: Round, now: Date): Promise<RoundContext> {
  const { programme, project, submissions, users } = round
  const people = await readCallers(database, programme, now)
  const [admin, contributor] = [users.adminId, users.contributorId].map(id =>
    people.find(({ userId }) => userId === id)
  )
  const current = submissions.filter(({ timePeriod }) => timePeriod.yearsAgo === 0)
  const [questionnaire] = project.questionnaires
  invariant(admin && contributor && questionnaire && current[0], 'The demo accounts take part')
  return {
    ...round,
    database,
    place: { project_id: project.projectId, time_period_id: current[0].timePeriod.timePeriodId },
    questionnaireId: questionnaire.questionnaireId,
    current,
    at: (daysAgo, caller = admin) => {
      const then = daysBefore(now, daysAgo)
      return { database, caller, now: then, clock: () => then }
    },
    dayOf: daysAgo => daysBefore(now, daysAgo).toISOString().slice(0, 10),
    contributor,
    answererOf: organisationId =>
      people.find(one => one.organisationId === organisationId && isAtLeast(one.roleTypeId, ROLE.contributor))
  }
}

/** The programme's active people, as callers of the API. */
async function readCallers(
  database: Database,
  { programmeId, timeZone }: RunningProgramme,
  now: Date
): Promise<CallingUser[]> {
  const rows = await database
    .selectFrom('users')
    .select(['user_id', 'first_name', 'last_name', 'role_type_id', 'organisation_id'])
    .where(eb => eb.and({ programme_id: programmeId, status: 'active' }))
    .orderBy('user_id')
    .execute()
  return rows.map(row => ({
    kind: 'user',
    programmeId,
    timeZone,
    userId: row.user_id,
    fullName: personName(row) ?? '',
    roleTypeId: row.role_type_id,
    organisationId: row.organisation_id,
    sessionId: '',
    loggedInAt: now,
    lastSeenAt: now,
    mustSetUpSecondFactor: false
  }))
}
