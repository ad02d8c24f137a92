// Seeds many more submissions than the demo has, for charts of a large programme.

import { sql, type RawBuilder } from 'kysely'
import { insertRows } from '#server/database/bulk.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'

const BATCH_SIZE = 2000
/** The number of charts with figures for the crowd; the others compare the demo's submissions only. */
const CROWDED_CHARTS = 3

interface Template {
  submission_id: number
  project_id: number
  time_period_id: number
  scope_id: number | null
  submission_name: string
  organisation_name: string
  organisation_type: string
  region: string
  tier: number
}

/**
 * Adds submissions to the first project's second newest period until it has `submissions`, each with its own organisation. Their answers to the
 * questions of the project's first charts are close to those of one of the demo's submissions. Returns how many were added.
 */
export async function seedCrowd(
  database: Database,
  programmeId: number,
  submissions: number
): Promise<number> {
  const templates = await findTemplates(database, programmeId)
  const missing = Math.max(0, submissions - templates.length)
  for (let start = 0; start < missing && templates.length > 0; start += BATCH_SIZE) {
    const numbers = Array.from(
      { length: Math.min(BATCH_SIZE, missing - start) },
      (_, index) => templates.length + start + index + 1
    )
    await transaction(database, tx => seedSome(tx, programmeId, templates, numbers))
  }
  return missing
}

/** The existing submissions, which the crowd copies. */
function findTemplates(database: Database, programmeId: number): Promise<Template[]> {
  return database
    .selectFrom('submissions as s')
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .select(['s.submission_id', 's.project_id', 's.time_period_id', 's.scope_id', 's.submission_name'])
    .select(['o.organisation_name', 'o.organisation_type', 'o.region', 'o.tier'])
    .where('s.programme_id', '=', programmeId)
    .where('o.programme_id', '=', programmeId)
    .where('s.project_id', '=', is =>
      is
        .selectFrom('projects')
        .select(({ fn }) => fn.min('project_id').as('id'))
        .where('programme_id', '=', programmeId)
    )
    .where('s.time_period_id', '=', is =>
      is
        .selectFrom('time_periods')
        .select('time_period_id')
        .where('programme_id', '=', programmeId)
        .orderBy('starts_at', 'desc')
        .offset(1)
        .limit(1)
    )
    .orderBy('s.submission_id')
    .execute()
}

async function seedSome(
  tx: Tx,
  programmeId: number,
  templates: readonly Template[],
  numbers: readonly number[]
): Promise<void> {
  const crowd = numbers.map(number => ({ number, like: templates[number % templates.length]! }))
  const organisations = await insertRows(
    tx,
    'organisations',
    crowd.map(({ number, like }) => ({
      programme_id: programmeId,
      organisation_name: `${like.organisation_name} ${number}`,
      organisation_code: `X${number}`,
      organisation_type: like.organisation_type,
      region: like.region,
      tier: like.tier,
      is_active: true
    })),
    'organisation_id'
  )
  const own = organisations.map(organisation_id => ({ programme_id: programmeId, organisation_id }))
  const lineages = await insertRows(tx, 'lineages', own, 'lineage_id')
  const submissions = await insertRows(
    tx,
    'submissions',
    crowd.map(({ number, like }, index) => ({
      ...own[index],
      project_id: like.project_id,
      time_period_id: like.time_period_id,
      scope_id: like.scope_id,
      lineage_id: lineages[index],
      submission_name: like.submission_name,
      submission_code: `X${number}`
    })),
    'submission_id'
  )
  const pairs = JSON.stringify(
    crowd.map(({ like }, index) => ({ submission_id: submissions[index], like_id: like.submission_id }))
  )
  await copyAnswers(tx, programmeId, pairs)
}

/** Only complete sections count in charts. */
const copySections = (tx: Tx, programmeId: number, crowd: RawBuilder<unknown>) =>
  sql`
    insert into section_submissions (programme_id, submission_id, section_id, case_code_id, status, version, applicable_count,
      answered_count, updated_at)
    select s.programme_id, c.submission_id, s.section_id, s.case_code_id, s.status, 1, s.applicable_count, s.answered_count, s.updated_at
    from ${crowd} join section_submissions s on s.submission_id = c.like_id
    where s.programme_id = ${programmeId} and s.case_code_id = 0`.execute(tx)

/** Figures differ from the template's by up to a tenth, always by the same for the same submission and question. */
async function copyAnswers(tx: Tx, programmeId: number, pairs: string): Promise<void> {
  const crowd = sql`jsonb_to_recordset(${pairs}::jsonb) as c (submission_id bigint, like_id bigint)`
  await sql`
    insert into submission_filter_options (programme_id, submission_id, filter_option_id)
    select f.programme_id, c.submission_id, f.filter_option_id
    from ${crowd} join submission_filter_options f on f.submission_id = c.like_id
    where f.programme_id = ${programmeId}`.execute(tx)
  await copySections(tx, programmeId, crowd)
  await sql`
    insert into answers (programme_id, submission_id, question_id, row_id, column_id, case_code_id, value, number_value,
      is_not_applicable, is_not_available, version, updated_at)
    select n.programme_id, n.new_id, n.question_id, n.row_id, n.column_id, 0, to_jsonb(n.figure), n.figure,
      n.is_not_applicable, n.is_not_available, 1, n.updated_at
    from (
      select a.*, c.submission_id as new_id, round((a.number_value * (0.9 + ((c.submission_id * 7919 + a.question_id * 31) % 201) / 1000.0))::numeric, 1)
        ::double precision as figure
      from ${crowd} join answers a on a.submission_id = c.like_id
      where a.programme_id = ${programmeId} and a.case_code_id = 0
        and exists (
          select 1 from chart_parameters p
          where p.programme_id = ${programmeId} and p.question_id = a.question_id and p.row_id = a.row_id and p.column_id = a.column_id
            and p.chart_id in (select h.chart_id from charts h where h.programme_id = ${programmeId} order by h.chart_id limit ${CROWDED_CHARTS}))
    ) n`.execute(tx)
}
