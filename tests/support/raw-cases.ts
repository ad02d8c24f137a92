// What respondents said in their cases, for charts that count them: from the stored rows, case by case and answer by answer.

import type { Aggregate } from '#contract/chart-aggregates.ts'
import * as exact from './fraction.ts'
import type { Fraction } from './fraction.ts'
import type { TestServer } from './server.ts'

type Cell = { question_id: number; row_id: number; column_id: number }

const placeOf = (submission: number, { question_id, row_id, column_id }: Cell): string =>
  [submission, question_id, row_id, column_id].join('/')

/** All answers to the scales of a programme's surveys that count: of complete cases, and neither hidden nor marked as having none. */
export async function readCases(database: TestServer['database'], programmeId: number) {
  const cases = await database
    .selectFrom('case_codes')
    .select(['case_code_id', 'status'])
    .where('programme_id', '=', programmeId)
    .execute()
  const answers = await database
    .selectFrom('answers')
    .selectAll()
    .where('programme_id', '=', programmeId)
    .where('case_code_id', '<>', 0)
    .execute()
  const steps = await readSteps(database, programmeId)
  const statuses = new Map(cases.map(one => [one.case_code_id, one.status]))
  /** By submission and cell, the options that were chosen, once for each answer. */
  const chosen = new Map<string, number[]>()
  for (const answer of answers) {
    const { value, is_hidden, is_not_applicable, is_not_available } = answer
    const options = steps.get(answer.question_id)
    if (!options || value === null || statuses.get(answer.case_code_id) !== 'completed') continue
    if (is_hidden || is_not_applicable || is_not_available) continue
    // The first step is 1.
    const option = options[Number(value) - 1]
    if (option === undefined)
      throw new Error(`Question ${answer.question_id} has no step ${JSON.stringify(value)}.`)
    const place = placeOf(answer.submission_id, answer)
    chosen.set(place, [...(chosen.get(place) ?? []), option])
  }

  return {
    /** How many chose one of the options, and how many answered; null if fewer respondents than the minimum did. */
    shareOf(
      submission: number,
      cell: Cell,
      { kind, option_ids }: Aggregate,
      minimum: number
    ): { numerator: Fraction; denominator: Fraction } | null {
      if (kind !== 'share' || !steps.has(cell.question_id))
        throw new Error(`Only shares of scales are recalculated, not the ${kind} of ${cell.question_id}.`)
      const all = chosen.get(placeOf(submission, cell)) ?? []
      if (all.length < minimum) return null
      const among = all.filter(option => option_ids.includes(option))
      return {
        numerator: exact.fraction(BigInt(among.length)),
        denominator: exact.fraction(BigInt(all.length))
      }
    }
  }
}

/** By scale, its options from the first step to the last. */
async function readSteps(
  database: TestServer['database'],
  programmeId: number
): Promise<Map<number, number[]>> {
  const questions = await database
    .selectFrom('questions')
    .select('question_id')
    .where('programme_id', '=', programmeId)
    .where('question_type', '=', 'scale')
    .execute()
  const options = await database
    .selectFrom('question_options')
    .selectAll()
    .where('programme_id', '=', programmeId)
    .execute()
  const inOrder = options.toSorted((a, b) => a.display_order - b.display_order)
  return new Map(
    questions.map(({ question_id }) => [
      question_id,
      inOrder.filter(one => one.question_id === question_id).map(one => one.option_id)
    ])
  )
}
