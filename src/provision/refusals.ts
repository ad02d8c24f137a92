// What may no longer change once someone has registered or answered.
import { sql } from 'kysely'
import { typeOf } from '#domain/question-types.ts'
import { isLooser } from '#domain/visibility.ts'
import type { QuestionType } from '#contract/questionnaires.ts'
import {
  countAnswersByPeriod,
  countAnswersByQuestion,
  countAnswersIn
} from '#server/builders/answer-counts.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Content, Row } from './content.ts'
import type { Change } from './difference.ts'
import type { KindName } from './kind.ts'
import { kinds } from './kinds.ts'
import type { StoredContent, StoredRow } from './stored-row.ts'

const idOf = ({ identity }: StoredRow): number => Object.values(identity)[0] ?? 0
const countOf = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

async function countUses(
  tx: Tx,
  programmeId: number,
  table: string,
  where: readonly (readonly [string, number])[]
): Promise<number> {
  const conditions = where.map(([column, value]) => sql`and ${sql.ref(column)} = ${value}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where programme_id = ${programmeId} ${sql.join(conditions, sql` `)}`.execute(tx)
  return rows[0]?.count ?? 0
}

const answersOfQuestion = async (tx: Tx, programmeId: number, questionId: number): Promise<number> =>
  (await countAnswersByQuestion(tx, programmeId, [questionId])).get(questionId) ?? 0

type Rule = (
  tx: Tx,
  programmeId: number,
  change: Change,
  content: StoredContent
) => Promise<string | undefined>

/** Which columns of which kind can be refused, and why. */
const rules: Partial<Record<KindName, { columns: readonly string[]; rule: Rule }>> = {
  projects: {
    columns: ['visibility', 'others_visible_from', 'minimum_count'],
    async rule(tx, programmeId, { stored, desired }) {
      const count = await countUses(tx, programmeId, 'registrations', [['project_id', idOf(stored)]])
      return count > 0 && isLooser(promisedBy(stored), promisedBy(desired))
        ? `members of ${countOf(count, 'registration')} were promised that others see no more than this; it can only become stricter`
        : undefined
    }
  },
  questions: {
    columns: ['question_type'],
    async rule(tx, programmeId, { stored }) {
      const count = await answersOfQuestion(tx, programmeId, idOf(stored))
      return count > 0
        ? `it has ${countOf(count, 'answer')}: another type is another question, with a code of its own`
        : undefined
    }
  },
  question_options: {
    columns: ['display_order'],
    async rule(tx, programmeId, { stored }, content) {
      const question = content.questions.get(stored.parent)
      const question_type = question?.values['question_type'] as QuestionType
      if (question === undefined || typeOf({ question_type }).options !== 'steps') return undefined
      const count = await answersOfQuestion(tx, programmeId, idOf(question))
      return count > 0
        ? `its question has ${countOf(count, 'answer')}, which count the steps in their order`
        : undefined
    }
  },
  sub_sections: {
    columns: ['layout', 'is_repeating'],
    async rule(tx, programmeId, { stored }) {
      const count = await countAnswersIn(tx, programmeId, 'subSection', idOf(stored))
      return count > 0
        ? `it has ${countOf(count, 'answer')}, which belong to its cells as they are`
        : undefined
    }
  },
  questionnaires: {
    columns: ['questionnaire_type'],
    async rule(tx, programmeId, { stored }) {
      const counts = [...(await countAnswersByPeriod(tx, programmeId, idOf(stored))).values()]
      const count = counts.reduce((sum, one) => sum + one, 0)
      return count > 0 ? `it has ${countOf(count, 'answer')}` : undefined
    }
  }
}

const promisedBy = ({ values }: Row): Parameters<typeof isLooser>[0] =>
  values as unknown as Parameters<typeof isLooser>[0]

/** Why a change cannot be made. */
export async function refusalOfChange(
  tx: Tx,
  programmeId: number,
  change: Change,
  content: StoredContent
): Promise<string | undefined> {
  const { columns, rule } = rules[change.stored.kind] ?? {}
  return columns?.some(column => change.columns.includes(column)) === true
    ? rule?.(tx, programmeId, change, content)
    : undefined
}

/** Why something that is gone from the files cannot go from the database. */
export async function refusalOfRemoval(
  tx: Tx,
  programmeId: number,
  row: StoredRow,
  desired: Content
): Promise<string | undefined> {
  for (const { table, columns, word } of kinds[row.kind].usedBy ?? []) {
    const where = columns.map(column => [column, columnOf(row, column)] as const)
    const count = await countUses(tx, programmeId, table, where)
    if (count > 0)
      return `${countOf(count, word)} ${count === 1 ? 'uses' : 'use'} it; put it back into the file`
  }
  return removals[row.kind]?.(tx, programmeId, row, desired)
}

const columnOf = ({ identity, owner }: StoredRow, column: string): number =>
  identity[column] ?? owner[column] ?? 0

const removals: Partial<
  Record<
    KindName,
    (tx: Tx, programmeId: number, row: StoredRow, desired: Content) => Promise<string | undefined>
  >
> = {
  async question_memberships(tx, programmeId, row, desired) {
    // A question of a list takes its answers along to another section.
    const isElsewhere = [...desired.question_memberships.values()].some(
      ({ refs }) =>
        refs['question_id'] === row.refs['question_id'] &&
        refs['row_id'] === row.refs['row_id'] &&
        refs['column_id'] === row.refs['column_id']
    )
    const count = isElsewhere ? 0 : await countAnswersIn(tx, programmeId, 'membership', idOf(row))
    return count > 0
      ? `${countOf(count, 'answer')} ${count === 1 ? 'is' : 'are'} in this place; put it back, or remove the whole question to retire it`
      : undefined
  },
  async questionnaire_periods(tx, programmeId, row) {
    const counts = await countAnswersByPeriod(tx, programmeId, columnOf(row, 'questionnaire_id'))
    const count = counts.get(columnOf(row, 'time_period_id')) ?? 0
    return count > 0
      ? `${countOf(count, 'answer')} to it in this period; put it back into the file`
      : undefined
  },
  projects: () => Promise.resolve('projects are not removed; close its periods with closed_at')
}
