// Seeds many more submissions than the demo has, for charts of a large programme.

import { insertRows } from '#server/database/bulk.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'

const BATCH_SIZE = 2000
/** The number of charts with figures for the crowd; the others compare the demo's submissions only. */
const CROWDED_CHARTS = 3
/** Of the existing submissions, as many are copied. */
const MAX_TEMPLATES = 500

type RowsOf<Query extends { execute(): Promise<unknown[]> }> = Awaited<ReturnType<Query['execute']>>
type TemplateAnswer = RowsOf<ReturnType<typeof chartedAnswers>>[number]
type FoundSubmission = RowsOf<ReturnType<typeof findSubmissions>>[number]
type Template = FoundSubmission & {
  options: readonly object[]
  sections: readonly object[]
  answers: readonly TemplateAnswer[]
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
  const found = await findSubmissions(database, programmeId).execute()
  const missing = Math.max(0, submissions - found.length)
  if (missing === 0 || found.length === 0) return 0
  const templates = await readTemplates(database, programmeId, found.slice(0, MAX_TEMPLATES))
  for (let start = 0; start < missing; start += BATCH_SIZE) {
    const numbers = Array.from(
      { length: Math.min(BATCH_SIZE, missing - start) },
      (_, index) => found.length + start + index + 1
    )
    await transaction(database, tx => seedSome(tx, programmeId, templates, numbers))
  }
  return missing
}

/**
 * The submissions that the crowd copies, with everything that is copied. It is read once: a statement that reads tables while they grow
 * from nothing takes longer each time, until it exceeds its limit, because the planner does not know their size yet.
 */
async function readTemplates(
  database: Database,
  programmeId: number,
  found: readonly FoundSubmission[]
): Promise<Template[]> {
  const ids = found.map(({ submission_id }) => submission_id)
  const options = await database
    .selectFrom('submission_filter_options')
    .select(['submission_id', 'filter_option_id'])
    .where('programme_id', '=', programmeId)
    .where('submission_id', 'in', ids)
    .execute()
  const sections = await database
    .selectFrom('section_submissions')
    .select(['submission_id', 'section_id', 'case_code_id', 'status', 'version'])
    .select(['applicable_count', 'answered_count', 'updated_at'])
    .where('programme_id', '=', programmeId)
    .where('submission_id', 'in', ids)
    .where('case_code_id', '=', 0)
    .execute()
  const answers = await chartedAnswers(database, programmeId, ids).execute()
  const optionsBy = Map.groupBy(options, row => row.submission_id)
  const sectionsBy = Map.groupBy(sections, row => row.submission_id)
  const answersBy = Map.groupBy(answers, row => row.submission_id)
  return found.map(template => ({
    ...template,
    options: optionsBy.get(template.submission_id) ?? [],
    sections: sectionsBy.get(template.submission_id) ?? [],
    answers: answersBy.get(template.submission_id) ?? []
  }))
}

function findSubmissions(database: Database, programmeId: number) {
  return database
    .selectFrom('submissions as s')
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .select(['s.submission_id', 's.project_id', 's.time_period_id', 's.scope_id', 's.submission_name'])
    .select(['o.organisation_name', 'o.organisation_type', 'o.region', 'o.tier'])
    .where('s.programme_id', '=', programmeId)
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
}

/** The answers that the first charts count. */
const chartedAnswers = (database: Database, programmeId: number, ids: readonly number[]) =>
  database
    .selectFrom('answers as a')
    .select(['a.submission_id', 'a.question_id', 'a.row_id', 'a.column_id', 'a.case_code_id'])
    .select(['a.number_value', 'a.is_not_applicable', 'a.is_not_available', 'a.updated_at'])
    .where('a.programme_id', '=', programmeId)
    .where('a.submission_id', 'in', ids)
    .where('a.case_code_id', '=', 0)
    .where(is =>
      is.exists(
        is
          .selectFrom('chart_parameters as p')
          .select('p.chart_id')
          .where('p.programme_id', '=', programmeId)
          .whereRef('p.question_id', '=', 'a.question_id')
          .whereRef('p.row_id', '=', 'a.row_id')
          .whereRef('p.column_id', '=', 'a.column_id')
          .where('p.chart_id', 'in', charts =>
            charts
              .selectFrom('charts')
              .select('chart_id')
              .where('programme_id', '=', programmeId)
              .orderBy('chart_id')
              .limit(CROWDED_CHARTS)
          )
      )
    )

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
  const copies = <Row extends object>(
    rowsOf: (like: Template) => readonly Row[],
    change: (row: Row, submissionId: number) => object = row => row
  ): object[] =>
    crowd.flatMap(({ like }, index) => {
      const submission_id = submissions[index]!
      return rowsOf(like).map(row => ({
        ...change(row, submission_id),
        programme_id: programmeId,
        submission_id
      }))
    })
  await insertRows(
    tx,
    'submission_filter_options',
    copies(like => like.options)
  )
  await insertRows(
    tx,
    'section_submissions',
    copies(like => like.sections)
  )
  await insertRows(
    tx,
    'answers',
    copies(like => like.answers, variedAnswer)
  )
}

/** Figures differ from the template's by up to a tenth, always by the same for the same submission and question. */
function variedAnswer(answer: TemplateAnswer, submissionId: number): object {
  const share = 0.9 + ((submissionId * 7919 + answer.question_id * 31) % 201) / 1000
  const figure = answer.number_value === null ? null : Math.round(answer.number_value * share * 10) / 10
  return { ...answer, value: figure, number_value: figure, version: 1 }
}
