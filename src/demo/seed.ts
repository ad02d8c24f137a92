import { sql } from 'kysely'
import type { Database, Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Programme } from '#server/http/programme.ts'
import { seedAnswers } from './answers.ts'
import { seedCaseSurvey } from './case-survey.ts'
import { seedCharts } from './charts.ts'
import { seedComments } from './comments.ts'
import { seedCrowd } from './crowd.ts'
import { seedDocuments, seedProgrammeDocuments } from './documents.ts'
import { seedFilters, seedOrganisationFilters } from './filters.ts'
import { seedOrganisations } from './organisations.ts'
import { seedPeerGroups } from './peer-groups.ts'
import { publishDue } from '#server/benchmarks/editions/publish.ts'
import { saveOutputTypes } from '#server/benchmarks/output-types.ts'
import { saveProgramme } from '#server/projects/programme-record.ts'
import { seedProjects } from './projects.ts'
import { seedQuestionnaires } from './questionnaires.ts'
import { randomFrom } from './random.ts'
import type { Seeding } from './seeding.ts'
import { seedSubmissions, seedUnits } from './submissions.ts'
import { themeOf } from './themes.ts'
import { periodsOf, seedTimePeriods } from './time-periods.ts'
import { seedUsers } from './users.ts'

/** The password of every demo account. */
export const DEMO_PASSWORD = 'benchmark-demo-2026'

export interface SeedOptions {
  /** Dates are relative to it, so that the newest period is always open for collection. */
  now: Date
  organisations?: number
  /** Submissions that charts of the first programme compare in its fullest period, where the demo has fewer. */
  submissions?: number
}

/** Writes down the programmes and fills those that have no demo data yet. Answers which were filled. */
export async function seed(
  database: Database,
  programmes: readonly Programme[],
  options: SeedOptions
): Promise<string[]> {
  const seeded: string[] = []
  let passwordHash: string | null = null
  for (const programme of programmes) {
    await saveProgramme(database, programme)
    await saveOutputTypes(database, programme.programmeId)
    if (await hasOrganisations(database, programme.programmeId)) continue
    passwordHash ??= await hashPassword(DEMO_PASSWORD)
    const hash = passwordHash
    await transaction(database, tx => seedProgramme(tx, programme, options, hash))
    seeded.push(programme.code)
  }
  const [first] = programmes
  const added =
    first && options.submissions !== undefined
      ? await seedCrowd(database, first.programmeId, options.submissions)
      : 0
  if (first && added > 0) await withdrawEditions(database, first.programmeId)
  // Fresh tables have no statistics, and the embedded engine does not collect any by itself; without them the planner chooses bad joins.
  if (seeded.length + added > 0) await sql`analyze`.execute(database)
  let published = 0
  for (const { programmeId } of programmes) published += await publishDue(database, programmeId, options.now)
  if (published > 0)
    await sql`analyze editions, edition_submissions, edition_cells, edition_divisions`.execute(database)
  return seeded
}

/** The crowd takes part in what was published before it came. */
async function withdrawEditions(database: Database, programmeId: number): Promise<void> {
  for (const table of ['edition_divisions', 'edition_cells', 'edition_submissions', 'editions'] as const)
    await database.deleteFrom(table).where('programme_id', '=', programmeId).execute()
}

async function hasOrganisations(database: Database, programmeId: number): Promise<boolean> {
  const row = await database
    .selectFrom('organisations')
    .select('organisation_id')
    .where('programme_id', '=', programmeId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function seedProgramme(
  tx: Tx,
  programme: Programme,
  options: SeedOptions,
  passwordHash: string
): Promise<void> {
  const seeding: Seeding = {
    tx,
    programme,
    programmeId: programme.programmeId,
    theme: themeOf(programme.code),
    random: randomFrom(programme.code),
    now: options.now,
    organisationCount: options.organisations ?? 120
  }
  const allPeriods = await seedTimePeriods(seeding)
  const organisations = await seedOrganisations(seeding)
  const users = await seedUsers(seeding, organisations, passwordHash)
  const filters = await seedFilters(seeding)
  await seedOrganisationFilters(seeding, organisations, filters)
  const units = await seedUnits(seeding, organisations)
  await seedProgrammeDocuments(seeding, allPeriods, organisations)
  for (const project of await seedProjects(seeding, allPeriods)) {
    const timePeriods = periodsOf(project.plan, allPeriods)
    const submissions = await seedSubmissions(seeding, project, timePeriods, units, filters, users)
    const questionnaires = await seedQuestionnaires(seeding, project, timePeriods)
    await seedAnswers(seeding, project, submissions, questionnaires, users)
    await seedComments(seeding, project, submissions, questionnaires, users)
    await seedCaseSurvey(seeding, project, timePeriods, submissions)
    await seedCharts(seeding, project, questionnaires)
    await seedPeerGroups(seeding, project, units)
    await seedDocuments(seeding, project, timePeriods, questionnaires)
  }
}
