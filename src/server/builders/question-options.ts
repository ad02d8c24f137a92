// The options of a question, which answers refer to by their ids.
import { hasOptions, typeOf } from '#domain/question-types.ts'
import type { QuestionDefinition } from './question-definitions.ts'
import type { Tx } from '../database/schema.ts'
import { invalid } from '../http/api-error.ts'

/** One that is there by its id, or a new one. */
export interface WantedOption {
  option_id?: number | undefined
  option_name: string
}

const idsOf = (options: readonly WantedOption[]): number[] =>
  options.flatMap(({ option_id }) => option_id ?? [])

export function requireOwnOptions(before: QuestionDefinition, options: readonly WantedOption[]): void {
  const ids = idsOf(options)
  const own = new Set(before.option_list.map(({ option_id }) => option_id))
  if (new Set(ids).size < ids.length) throw invalid('option_list', 'names an option twice')
  if (ids.some(id => !own.has(id))) throw invalid('option_list', 'names an option of another question')
}

/** An answer is an option's id, or the number of a step: with answers no option goes, and steps keep their order. */
export function requireSameOptions(before: QuestionDefinition, options: readonly WantedOption[]): void {
  if (!hasOptions(before)) return
  const ids = idsOf(options)
  const isMissing = before.option_list.some(({ option_id }) => !ids.includes(option_id))
  const isMoved =
    typeOf(before).options === 'steps' &&
    before.option_list.some(({ option_id }, index) => options[index]?.option_id !== option_id)
  if (isMissing) throw invalid('option_list', 'must keep every option: the question has answers')
  if (isMoved) throw invalid('option_list', 'must keep the order of the steps: the question has answers')
}

/** Writes the options in this order: those that are not among them go. */
export async function writeOptions(
  tx: Tx,
  programmeId: number,
  questionId: number,
  options: readonly WantedOption[]
): Promise<void> {
  const ids = idsOf(options)
  await tx
    .deleteFrom('question_options')
    .where('programme_id', '=', programmeId)
    .where('question_id', '=', questionId)
    .$if(ids.length > 0, query => query.where('option_id', 'not in', ids))
    .execute()
  for (const [index, { option_id, option_name }] of options.entries()) {
    if (option_id === undefined) {
      await tx
        .insertInto('question_options')
        .values({ programme_id: programmeId, question_id: questionId, option_name, display_order: index + 1 })
        .execute()
    } else {
      await tx
        .updateTable('question_options')
        .set({ option_name, display_order: index + 1 })
        .where('programme_id', '=', programmeId)
        .where('question_id', '=', questionId)
        .where('option_id', '=', option_id)
        .execute()
    }
  }
}
