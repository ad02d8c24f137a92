// Respondents' cases, and charts that aggregate them.

import { expect } from 'vitest'
import { createChart } from '#contract/chart-builder.ts'
import type { ChartSeries } from '#contract/chart-data.ts'
import type { NewChartParameter } from '#contract/chart-parameters.ts'
import type { CellValue } from '#contract/questionnaires.ts'
import { insertRows } from '#server/database/bulk.ts'
import { transaction } from '#server/database/transaction.ts'
import { askFor } from './chart-requests.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded, type SeededCell } from './seeded.ts'
import type { TestServer } from './server.ts'

export const SURVEYED = { project: 'ward-staffing', period: '2026' }

export interface CaseToAdd {
  status: 'unused' | 'started' | 'completed' | 'withdrawn'
  /** By question. */
  answers?: Readonly<Record<string, CellValue>>
}

export function surveyAnswers(server: TestServer) {
  const cells = new Map<string, SeededCell>()

  /** A question of the survey. */
  async function question(text: string): Promise<SeededCell> {
    const known = cells.get(text) ?? (await cellOf(server, 0, text))
    cells.set(text, known)
    return known
  }

  async function optionId(questionText: string, option: string): Promise<number> {
    const { place } = await question(questionText)
    const row = await server.database
      .selectFrom('question_options')
      .select('option_id')
      .where('programme_id', '=', 1)
      .where('question_id', '=', place.question_id)
      .where('option_name', '=', option)
      .executeTakeFirstOrThrow()
    return row.option_id
  }

  const submissions = async (
    period = SURVEYED.period
  ): Promise<{ submission_id: number; organisation_id: number }[]> =>
    server.database
      .selectFrom('submissions')
      .select(['submission_id', 'organisation_id'])
      .where('programme_id', '=', 1)
      .where('project_id', '=', await projectCoded(server, SURVEYED.project))
      .where('time_period_id', '=', await periodNamed(server, period))
      .orderBy('submission_id')
      .execute()

  /** Removes the demo's cases. */
  async function clear(): Promise<void> {
    const { questionnaire_id } = await question('Was it your first time?')
    const programme = ['programme_id', '=', 1] as const
    for (const table of ['answers', 'section_submissions'] as const)
      await server.database
        .deleteFrom(table)
        .where(...programme)
        .where('case_code_id', '>', 0)
        .execute()
    await server.database
      .deleteFrom('case_codes')
      .where(...programme)
      .where('questionnaire_id', '=', questionnaire_id)
      .execute()
  }

  let made = 0
  async function addCases(submission_id: number, cases: readonly CaseToAdd[]): Promise<number[]> {
    const { questionnaire_id } = await question('Was it your first time?')
    const at = server.clock.now.toISOString()
    const places = new Map<string, SeededCell['place']>()
    for (const text of new Set(cases.flatMap(({ answers }) => Object.keys(answers ?? {}))))
      places.set(text, (await question(text)).place)
    return transaction(server.database, async tx => {
      const rows = cases.map(({ status }) => ({
        programme_id: 1,
        questionnaire_id,
        submission_id,
        case_code: `TEST${(made += 1)}`,
        status,
        created_at: at
      }))
      const ids = await insertRows(tx, 'case_codes', rows, 'case_code_id')
      const answers = cases.flatMap((one, index) =>
        Object.entries(one.answers ?? {}).map(([text, value]) => ({
          ...places.get(text),
          programme_id: 1,
          submission_id,
          case_code_id: ids[index],
          value,
          number_value: typeof value === 'number' ? value : null,
          is_not_applicable: false,
          is_not_available: false,
          is_hidden: false,
          version: 1,
          updated_at: at
        }))
      )
      await insertRows(tx, 'answers', answers)
      return ids
    })
  }

  /** A chart of the project, as an admin builds it. */
  async function makeChart(
    name: string,
    parameters: readonly Partial<NewChartParameter>[],
    look: object = {}
  ) {
    const project_id = await projectCoded(server, SURVEYED.project)
    const { collection_id } = await server.database
      .selectFrom('collections')
      .select('collection_id')
      .where('programme_id', '=', 1)
      .where('project_id', '=', project_id)
      .orderBy('collection_id')
      .executeTakeFirstOrThrow()
    const chart_parameters = parameters.map(parameter => ({
      parameter_name: name,
      parameter_role: 'value' as const,
      question_id: 0,
      ...parameter
    }))
    return server.call(
      createChart,
      { body: { project_id, collection_id, chart_name: name, chart_parameters, ...look } },
      await server.tokenOf('admin')
    )
  }

  async function seriesOf(chart: string, ask: Parameters<typeof askFor>[1] = {}): Promise<ChartSeries> {
    const submission = await ownSubmission(server, SURVEYED.project, ask.period ?? SURVEYED.period)
    const reply = await askFor(server, { ...SURVEYED, submission, role: 'admin', chart, ...ask })
    expect(reply.status).toBe(200)
    return reply.body.series[0]!
  }

  /** The value of a submission as a chart shows it. */
  const valueOf = async (chart: string, submissionId: number, ask: Parameters<typeof askFor>[1] = {}) =>
    (await seriesOf(chart, ask)).values.find(one => one.submission_id === submissionId)

  return { question, optionId, submissions, clear, addCases, makeChart, seriesOf, valueOf }
}
