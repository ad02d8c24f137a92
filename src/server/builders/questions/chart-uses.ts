// Refuses changes of questions and places that a chart in use could no longer be calculated from.

import { faultOfPlacedSource } from '#domain/charts/chart-faults.ts'
import { cellIdentity, knownCells, withOptionKeys } from '#server/builders/charts/chart-figures.ts'
import type { Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { invalid } from '#server/http/api-error.ts'
import type { QuestionDefinitionReply } from './question-definitions.ts'

type KnownCells = Awaited<ReturnType<typeof knownCells>>
type ChartUse = Awaited<ReturnType<typeof chartUses>>[number]

/** The figures of charts in use that are calculated from these questions; retired charts bind nothing. */
async function chartUses(tx: Tx, programmeId: number, questionIds: readonly number[]) {
  return tx
    .selectFrom('chart_parameters as p')
    .innerJoin('charts as c', join => inProgramme(join, 'c', 'p', 'chart_id'))
    .select(['c.chart_name', 'p.parameter_role', 'p.question_id', 'p.row_id', 'p.column_id', 'p.aggregate'])
    .where(eb => eb.and({ 'p.programme_id': programmeId, 'c.is_active': true }))
    .where('p.question_id', 'in', questionIds)
    .orderBy('c.chart_id')
    .orderBy('p.chart_parameter_id')
    .execute()
}

function faultOfUse(use: ChartUse, { questions, places }: Pick<KnownCells, 'questions' | 'places'>) {
  const question = questions.get(use.question_id)
  return question && faultOfPlacedSource(withOptionKeys(use), question, places.get(cellIdentity(use)))
}

interface ChangedQuestion extends Pick<QuestionDefinitionReply, 'question_type'> {
  option_ids: ReadonlySet<number | undefined>
}

/** Refuses another type, or fewer options, if a chart needs the present ones. A chart that has the fault already prevents nothing. */
export async function validateChartUses(
  tx: Tx,
  programmeId: number,
  { question_id, option_list }: Pick<QuestionDefinitionReply, 'question_id' | 'option_list'>,
  { question_type, option_ids }: ChangedQuestion
): Promise<void> {
  const uses = await chartUses(tx, programmeId, [question_id])
  if (uses.length === 0) return
  const before = await knownCells(tx, programmeId, uses)
  const question = before.questions.get(question_id)
  if (question === undefined) return
  const withType = { ...question, question_type }
  const changedTo = (changed: typeof question) => ({
    questions: new Map([[question_id, changed]]),
    places: before.places
  })
  const options = question.options.filter(id => option_ids.has(id))
  for (const use of uses.filter(one => !faultOfUse(one, before))) {
    const ofType = faultOfUse(use, changedTo(withType))
    if (ofType) throw invalid('question_type', typeRefusal(ofType, use))
    if (!faultOfUse(use, changedTo({ ...withType, options }))) continue
    const lost = option_list.find(
      ({ option_id }) => use.aggregate?.option_ids.includes(option_id) && !option_ids.has(option_id)
    )
    throw invalid(
      'option_list',
      `must keep “${lost?.option_name ?? ''}”: the chart “${use.chart_name}” counts it`
    )
  }
}

const typeRefusal = (
  { message }: { message: string },
  { aggregate, chart_name }: Pick<ChartUse, 'aggregate' | 'chart_name'>
): string =>
  aggregate
    ? `does not suit the chart “${chart_name}” (${message})`
    : `${message}, which the chart “${chart_name}” needs`

/** Takes questions out of their places, and refuses it if a chart is calculated from one of them there. */
export async function removeKeepingCharts(
  tx: Tx,
  programmeId: number,
  questionIds: readonly number[],
  remove: () => Promise<unknown>
): Promise<void> {
  const uses = await chartUses(tx, programmeId, questionIds)
  const before = await knownCells(tx, programmeId, uses)
  await remove()
  const after = await knownCells(tx, programmeId, uses)
  const broken = uses.find(use => !faultOfUse(use, before) && faultOfUse(use, after))
  if (broken) throw invalid('membership_ids', `the chart “${broken.chart_name}” needs this question here`)
}
