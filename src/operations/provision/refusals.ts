// Refuses changes that registrations or answers rule out.

import { sql } from 'kysely'
import { isLooser, visibilityColumns, type PromisedVisibility } from '#domain/disclosure/visibility.ts'
import {
  faultsOfLayoutChange,
  faultsOfPeriodRemoval,
  faultsOfPlaceClosing,
  faultsOfPlaceRemoval,
  faultsOfQuestionnaireTypeChange
} from '#domain/questionnaires/answered-changes.ts'
import { nothingEntered, sumOfEntered } from '#domain/questionnaires/entered.ts'
import type { SubSectionShape } from '#domain/questionnaires/placement-faults.ts'
import type { RuleFault } from '#domain/questionnaires/rule-fault.ts'
import { countOf } from '#lib/format.ts'
import {
  enteredByPeriod,
  enteredIn,
  enteredInQuestionnaire,
  enteredOnlyIn
} from '#server/builders/questions/entered-counts.ts'
import type { Tx } from '#server/database/schema.ts'
import type { KindName } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import { ancestor, type ContentTree, type ContentRow } from './content.ts'
import type { RowChange } from './difference.ts'
import { rowId, type StoredContent, type StoredContentRow } from './stored/stored-row.ts'

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

type RefusalRule = (tx: Tx, programmeId: number, change: RowChange) => Promise<string[]>

/** Which columns of which kind can be refused, and why. */
const refusalRules: Partial<Record<KindName, { columns: readonly string[]; rule: RefusalRule }>> = {
  projects: {
    columns: visibilityColumns,
    async rule(tx, programmeId, { stored, desired }) {
      const count = await countUses(tx, programmeId, 'registrations', [['project_id', rowId(stored)]])
      return count > 0 && isLooser(promiseOf(stored), promiseOf(desired))
        ? [
            `members of ${countOf(count, 'registration')} were promised that others see no more than this; it can only become stricter`
          ]
        : []
    }
  },
  sub_sections: {
    columns: ['layout', 'is_repeating'],
    async rule(tx, programmeId, { stored, desired }) {
      const count = sumOfEntered(await enteredIn(tx, programmeId, 'subSection', rowId(stored)))
      const layoutOf = ({ values }: ContentRow): SubSectionShape => values as unknown as SubSectionShape
      return faultTexts(faultsOfLayoutChange(layoutOf(stored), layoutOf(desired), count))
    }
  },
  question_memberships: {
    columns: ['is_disabled'],
    async rule(tx, programmeId, { stored }) {
      return faultTexts(faultsOfPlaceClosing(await enteredIn(tx, programmeId, 'membership', rowId(stored))))
    }
  },
  questionnaires: {
    columns: ['questionnaire_type'],
    async rule(tx, programmeId, { stored }) {
      const entered = await enteredInQuestionnaire(tx, programmeId, rowId(stored))
      return faultTexts(faultsOfQuestionnaireTypeChange(entered))
    }
  }
}

/** The faults, with the same messages as the API. */
const faultTexts = (faults: readonly RuleFault[]): string[] =>
  faults.map(({ field, message }) => `${field}: ${message}`)

const promiseOf = ({ values }: ContentRow): PromisedVisibility => values as unknown as PromisedVisibility

/** All reasons why a change cannot be made. */
export async function refusalsOfChange(tx: Tx, programmeId: number, change: RowChange): Promise<string[]> {
  const refusal = refusalRules[change.stored.kind]
  return refusal?.columns.some(column => change.columns.includes(column)) === true
    ? refusal.rule(tx, programmeId, change)
    : []
}

/** All reasons why a row that the files omit cannot be removed. */
export async function refusalsOfRemoval(
  tx: Tx,
  programmeId: number,
  row: StoredContentRow,
  desired: ContentTree,
  stored: StoredContent
): Promise<string[]> {
  const reasons: string[] = []
  for (const { table, columns, word } of contentKinds[row.kind].usedBy ?? []) {
    const where = columns.map(column => [column, columnOf(row, column)] as const)
    const count = await countUses(tx, programmeId, table, where)
    if (count > 0)
      reasons.push(`${countOf(count, word)} ${count === 1 ? 'uses' : 'use'} it; put it back into the file`)
  }
  const rule = removalRules[row.kind]
  return rule === undefined ? reasons : [...reasons, ...(await rule(tx, programmeId, row, desired, stored))]
}

const columnOf = ({ identity, owner }: StoredContentRow, column: string): number =>
  identity[column] ?? owner[column] ?? 0

const removalRules: Partial<
  Record<
    KindName,
    (
      tx: Tx,
      programmeId: number,
      row: StoredContentRow,
      desired: ContentTree,
      stored: StoredContent
    ) => Promise<string[]>
  >
> = {
  async question_memberships(tx, programmeId, row, desired, stored) {
    const section = ancestor(row.key, 'sections')
    const isStillInSection = [...desired.question_memberships.values()].some(
      ({ key, refs }) =>
        ancestor(key, 'sections') === section &&
        refs['question_id'] === row.refs['question_id'] &&
        refs['row_id'] === row.refs['row_id'] &&
        refs['column_id'] === row.refs['column_id']
    )
    const leaving = [...stored.question_memberships.values()].filter(
      ({ key }) => !desired.question_memberships.has(key)
    )
    const entered = await enteredOnlyIn(tx, programmeId, rowId(row), leaving.map(rowId))
    return faultTexts(faultsOfPlaceRemoval(entered, isStillInSection))
  },
  async questionnaire_periods(tx, programmeId, row) {
    const periods = await enteredByPeriod(tx, programmeId, columnOf(row, 'questionnaire_id'))
    const entered = periods.get(columnOf(row, 'time_period_id')) ?? nothingEntered
    return faultTexts(faultsOfPeriodRemoval(entered))
  },
  projects: () => Promise.resolve(['projects are not removed; close its periods with closed_at'])
}
