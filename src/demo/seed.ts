import { sql } from 'kysely'
import { provisionIn } from '#operations/provision/apply.ts'
import { withPasswords } from '#server/auth/passwords.ts'
import { publishDue } from '#server/benchmarks/editions/publish.ts'
import { EDITION_TABLES } from '#server/benchmarks/editions/store.ts'
import { saveOutputTypes } from '#server/benchmarks/output-types.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { analyseAll } from '#server/database/statistics.ts'
import { transaction } from '#server/database/transaction.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { saveProgramme } from '#server/projects/programme-record.ts'
import type { ServeOptions } from '#server/start.ts'
import { seedAnswers } from './answers.ts'
import { seedCases } from './cases.ts'
import { seedComments } from './comments.ts'
import { seedCrowd } from './crowd.ts'
import { generateOrganisations, filterOptionNames, ORGANISATION_COUNT } from './organisations.ts'
import { seedPeerGroups } from './peer-groups.ts'
import { randomFrom } from './random.ts'
import { readTheme } from './read-theme.ts'
import { seedRespondents } from './respondents.ts'
import type { Round } from './round-context.ts'
import { seedRound } from './round.ts'
import type { Seeding } from './seeding.ts'
import { readStructure } from './structure.ts'
import { seedSubmissions, seedUnits } from './submissions.ts'
import { themeOf } from './themes.ts'
import { seedUsers } from './users.ts'

/** The password of every demo account. */
export const DEMO_PASSWORD = 'benchmark-demo-2026'

export interface SeedOptions {
  /** All dates are relative to it, so that the newest period is always open for collection. */
  now: Date
  organisations?: number
  /** The minimum number of submissions in the latest complete period of the programme with the lowest id. */
  submissions?: number
}

/** Registers the programmes and fills those without demo data. Returns the codes of those that it filled. */
export async function seed(
  database: Database,
  programmes: readonly RunningProgramme[],
  options: SeedOptions
): Promise<string[]> {
  const seeded: string[] = []
  const rounds: Round[] = []
  let passwordHash: string | null = null
  for (const programme of programmes) {
    await saveProgramme(database, programme)
    await saveOutputTypes(database, programme.programmeId)
    if (await hasOrganisations(database, programme.programmeId)) continue
    passwordHash ??= await withPasswords(({ hash }) => hash(DEMO_PASSWORD))
    const demoHash = passwordHash
    rounds.push(...(await transaction(database, tx => seedProgramme(tx, programme, options, demoHash))))
    seeded.push(programme.code)
  }
  const [first] = programmes.toSorted((one, other) => one.programmeId - other.programmeId)
  const added =
    first && options.submissions !== undefined
      ? await seedCrowd(database, first.programmeId, options.submissions)
      : 0
  if (first && added > 0) await withdrawEditions(database, first.programmeId)
  if (seeded.length + added > 0) await analyseAll(database)
  const ids = programmes.map(({ programmeId }) => programmeId)
  const published = await publishDue(database, ids, options.now)
  for (const round of rounds) await seedRound(database, round, options.now)
  if (published.length + rounds.length > 0)
    await sql`analyze ${sql.join([...EDITION_TABLES, 'audit_events'].map(table => sql.table(table)))}`.execute(
      database
    )
  return seeded
}

/** Fills empty programmes with demo data and demo accounts, whose password is published. */
export const fillWithDemo =
  (size: Omit<SeedOptions, 'now'> = {}): NonNullable<ServeOptions['fill']> =>
  (database, programmes) =>
    seed(database, programmes, { now: new Date(), ...size })

/** Withdraws editions that were published before the crowd was added, so that they are published again with it. */
async function withdrawEditions(database: Database, programmeId: number): Promise<void> {
  for (const table of EDITION_TABLES)
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
  programme: RunningProgramme,
  { now, organisations = ORGANISATION_COUNT }: SeedOptions,
  passwordHash: string
): Promise<Round[]> {
  const seeding = await provisionTheme(tx, programme, now, organisations)
  const users = await seedUsers(seeding, passwordHash)
  const units = await seedUnits(seeding)
  const rounds: Round[] = []
  for (const project of seeding.projects) {
    const submissions = await seedSubmissions(seeding, project, units, users)
    await seedAnswers(seeding, project, submissions, users)
    await seedComments(seeding, project, submissions, users)
    await seedCases(seeding, project, submissions)
    await seedRespondents(seeding, project, submissions)
    await seedPeerGroups(seeding, project, units)
    if (project.importedFrom !== null) rounds.push({ programme, project, submissions, users })
  }
  return rounds
}

/** Provisions the theme's folder, as `npm run provision` does. */
async function provisionTheme(
  tx: Tx,
  programme: RunningProgramme,
  now: Date,
  count: number
): Promise<Seeding> {
  const { programmeId, code, timeZone } = programme
  const { name, crowd } = themeOf(code)
  const random = randomFrom(code)
  const desired = readTheme(name, programme, now)
  const generated = generateOrganisations(desired, crowd, random, count)
  await provisionIn(tx, desired, { programmeId, timeZone, now, isApplied: true })
  const { projects, organisationIds, optionId } = await readStructure(tx, programmeId, desired, crowd, now)
  return {
    tx,
    programme,
    programmeId,
    crowd,
    random,
    now,
    projects,
    optionId,
    organisations: generated.map((one, index) => ({ ...one, organisationId: organisationIds[index] ?? 0 })),
    sizes: filterOptionNames(desired, 'Size'),
    kinds: filterOptionNames(desired, crowd.kindFilter)
  }
}
