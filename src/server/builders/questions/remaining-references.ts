// Finds formulas that would refer to a question which is no longer in their section.

import { sql } from 'kysely'
import type { Tx } from '#server/database/schema.ts'
import { invalid } from '#server/http/api-error.ts'
import { questionMemberships } from './membership-lookup.ts'
import { validateAllReferences } from './references.ts'

/** The rest of the sections must not refer to the removed part. */
export async function validateRemainingReferences(
  tx: Tx,
  programmeId: number,
  sectionIds: readonly number[]
): Promise<void> {
  const referring = await tx
    .selectFrom('questions')
    .select(['question_id', 'project_id', 'question_text', 'expression', 'visible_if'])
    .where('programme_id', '=', programmeId)
    .where(eb => eb.or([eb('expression', 'is not', null), eb('visible_if', 'is not', null)]))
    .where('question_id', 'in', questionsOfSections(programmeId, sectionIds))
    .execute()
  const needed = ({ question_text }: { question_text: string }) =>
    invalid('membership_ids', `the formula of “${question_text}” needs this question here`)
  for (const [projectId, questions] of Map.groupBy(referring, question => question.project_id)) {
    const placed = []
    for (const question of questions) {
      const places = await questionMemberships(tx, programmeId, question.question_id)
      placed.push({ question, sectionIds: places.map(place => place.section_id) })
    }
    await validateAllReferences(tx, programmeId, projectId, placed, needed)
  }
}

const questionsOfSections = (programmeId: number, sectionIds: readonly number[]) => sql<number>`(
  select m.question_id from question_memberships m
  join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
  where m.programme_id = ${programmeId} and t.section_id in (${sql.join([...new Set(sectionIds)])}))`
