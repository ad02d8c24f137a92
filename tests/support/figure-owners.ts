// Which organisation has which figures: the blocks of an edition, and the same figures redistributed.

import { PROJECT } from './attacker.ts'
import { periodNamed, projectCoded } from './seeded.ts'
import type { TestServer } from './server.ts'

/** The blocks of the divisions that a chart's figures are compared in: one, where the charts that count its cells are divided together. */
export async function divisionsIn(server: TestServer, period: string, chart: string): Promise<number[][][]> {
  const parameters = await server.database
    .selectFrom('chart_parameters as p')
    .innerJoin('charts as c', 'c.chart_id', 'p.chart_id')
    .select(['p.question_id', 'p.row_id', 'p.column_id'])
    .where('c.programme_id', '=', 1)
    .where('p.programme_id', '=', 1)
    .where('c.chart_name', '=', chart)
    .where('p.parameter_role', 'in', ['value', 'numerator', 'series'])
    .execute()
  const cells = parameters.map(one => `*${one.question_id}/${one.row_id}/${one.column_id}`)
  const divisions = await server.database
    .selectFrom('edition_divisions as d')
    .innerJoin('editions as e', 'e.edition_id', 'd.edition_id')
    .select(['d.formulas', 'd.blocks'])
    .where('d.programme_id', '=', 1)
    .where('e.programme_id', '=', 1)
    .where('e.project_id', '=', await projectCoded(server, PROJECT))
    .where('e.time_period_id', '=', await periodNamed(server, period))
    .execute()
  return divisions
    .filter(({ formulas }) => formulas.some(formula => cells.some(cell => `${formula}+`.includes(cell))))
    .map(({ blocks }) => blocks)
}

/** Rotates all answers among the submissions of a class. */
export async function permuteFigures(
  server: TestServer,
  period: string,
  classes: readonly (readonly number[])[]
): Promise<void> {
  const time_period_id = await periodNamed(server, period)
  const answers = await server.database
    .selectFrom('answers as a')
    .innerJoin('submissions as s', 's.submission_id', 'a.submission_id')
    .select(['a.submission_id', 'a.question_id', 'a.row_id', 'a.column_id', 'a.number_value'])
    .where('a.programme_id', '=', 1)
    .where('s.programme_id', '=', 1)
    .where('s.time_period_id', '=', time_period_id)
    .where('a.submission_id', 'in', classes.flat())
    .where('a.case_code_id', '=', 0)
    .execute()
  const bySubmission = Map.groupBy(answers, answer => answer.submission_id)
  for (const members of classes) {
    for (const [index, id] of members.entries()) {
      const given = bySubmission.get(members[(index + 1) % members.length]!) ?? []
      for (const { question_id, row_id, column_id, number_value } of given)
        await server.database
          .updateTable('answers')
          .set({ number_value })
          .where('programme_id', '=', 1)
          .where('submission_id', '=', id)
          .where('question_id', '=', question_id)
          .where('row_id', '=', row_id)
          .where('column_id', '=', column_id)
          .where('case_code_id', '=', 0)
          .execute()
    }
  }
}
