// The options of a question, which answers refer to by their ids.

import type { Tx } from '#server/database/schema.ts'
import { invalid } from '#server/http/api-error.ts'
import type { QuestionDefinitionReply } from './question-definitions.ts'

/** An existing option by its id, or a new one. */
export interface WantedOption {
  option_id?: number | undefined
  option_name: string
}

const optionIds = (options: readonly WantedOption[]): number[] =>
  options.flatMap(({ option_id }) => option_id ?? [])

export function requireOwnOptions(before: QuestionDefinitionReply, options: readonly WantedOption[]): void {
  const ids = optionIds(options)
  const own = new Set(before.option_list.map(({ option_id }) => option_id))
  if (new Set(ids).size < ids.length) throw invalid('option_list', 'names an option twice')
  if (ids.some(id => !own.has(id))) throw invalid('option_list', 'names an option of another question')
}

/** Writes the options in this order and removes the others. */
export async function writeOptions(
  tx: Tx,
  programmeId: number,
  questionId: number,
  options: readonly WantedOption[]
): Promise<void> {
  const ids = optionIds(options)
  await tx
    .deleteFrom('question_options')
    .where(eb => eb.and({ programme_id: programmeId, question_id: questionId }))
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
        .where(eb => eb.and({ programme_id: programmeId, question_id: questionId, option_id }))
        .execute()
    }
  }
}
