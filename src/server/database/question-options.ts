import type { Database } from './schema.ts'

/** The options of each question, in their order. */
export async function questionOptions(
  database: Database,
  programmeId: number,
  questionIds: readonly number[]
) {
  const options = new Map<number, { option_id: number; option_name: string }[]>()
  if (questionIds.length === 0) return options
  const rows = await database
    .selectFrom('question_options')
    .select(['option_id', 'question_id', 'option_name'])
    .where('programme_id', '=', programmeId)
    .where('question_id', 'in', questionIds)
    .orderBy('display_order')
    .orderBy('option_id')
    .execute()
  for (const { question_id, ...option } of rows)
    options.set(question_id, [...(options.get(question_id) ?? []), option])
  return options
}
