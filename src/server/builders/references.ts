// Checks that references exist and that nothing depends on itself.
import { evaluationOrder } from '#domain/derivation.ts'
import { referenceName } from '#domain/expression-syntax.ts'
import { compile, type Reference } from '#domain/expression.ts'
import type { Tx } from '../database/schema.ts'
import { invalid } from '../http/api-error.ts'
import { referencesOf, type Draft } from './question-rules.ts'

interface ReferringQuestion extends Pick<Draft, 'project_id' | 'expression' | 'visible_if'> {
  /** 0 for a question that is being created. */
  question_id: number
}

/**
 * Rejects references to questions of other projects, to cells that the question does not occupy, to
 * questions outside the referring question's sections, and cycles. The caller holds the project's lock, so
 * that two changes cannot create a cycle together.
 */
export async function validateReferences(
  tx: Tx,
  programmeId: number,
  question: ReferringQuestion,
  sectionIds: readonly number[]
): Promise<void> {
  const fields = referencesOf(question)
  if (fields.length === 0) return
  const ids = [
    ...new Set(fields.flatMap(({ references }) => references.map(reference => reference.question_id)))
  ]
  const known = await knownQuestionIds(tx, programmeId, question.project_id, ids)
  const memberships = await membershipsOf(tx, programmeId, ids)
  for (const { field, references } of fields) {
    for (const reference of references) {
      const name = referenceName(reference)
      if (reference.question_id === question.question_id)
        throw invalid(field, `${name} is this question itself`)
      if (!known.has(reference.question_id)) throw invalid(field, `${name} is not a question of this project`)
      const here = memberships.filter(place => refersTo(reference, place))
      if (reference.row_id !== null && here.length === 0)
        throw invalid(field, `${name} is not used in a questionnaire`)
      const missing = sectionIds.some(sectionId => !here.some(place => place.section_id === sectionId))
      if (missing) throw invalid(field, `${name} is not in the same section`)
    }
  }
  await requireNoCycle(tx, programmeId, question, fields[0]?.field ?? 'expression')
}

async function knownQuestionIds(
  tx: Tx,
  programmeId: number,
  projectId: number,
  ids: readonly number[]
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('questions')
    .select('question_id')
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', projectId)
    .where('question_id', 'in', ids)
    .execute()
  return new Set(rows.map(row => row.question_id))
}

type QuestionMembership = Awaited<ReturnType<typeof membershipsOf>>[number]

async function membershipsOf(tx: Tx, programmeId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as t', join =>
      join.onRef('t.programme_id', '=', 'm.programme_id').onRef('t.sub_section_id', '=', 'm.sub_section_id')
    )
    .select(['m.question_id', 'm.row_id', 'm.column_id', 't.section_id'])
    .where('m.programme_id', '=', programmeId)
    .where('t.programme_id', '=', programmeId)
    .where('m.question_id', 'in', ids)
    .execute()
}

const refersTo = (reference: Reference, place: QuestionMembership): boolean =>
  place.question_id === reference.question_id &&
  (reference.row_id === null ||
    (place.row_id === reference.row_id && place.column_id === reference.column_id))

/** An expression is the same wherever its question is placed, so a cycle of questions is a cycle of cells. */
async function requireNoCycle(
  tx: Tx,
  programmeId: number,
  question: ReferringQuestion,
  field: string
): Promise<void> {
  const others = await tx
    .selectFrom('questions')
    .select(['question_id', 'expression', 'visible_if'])
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', question.project_id)
    .where('question_id', '!=', question.question_id)
    .where(eb => eb.or([eb('expression', 'is not', null), eb('visible_if', 'is not', null)]))
    .execute()
  const dependents = new Map<string, string[]>()
  for (const { question_id, expression, visible_if } of [...others, question]) {
    for (const text of [expression, visible_if]) {
      const compiled = compile(text ?? '')
      const references = compiled.ok ? compiled.value.references : []
      for (const reference of references) {
        const key = String(reference.question_id)
        dependents.set(key, [...(dependents.get(key) ?? []), String(question_id)])
      }
    }
  }
  const keys = [...new Set([...dependents.keys(), ...[...dependents.values()].flat()])]
  const { cyclic } = evaluationOrder(keys, dependents)
  if (cyclic.includes(String(question.question_id)))
    throw invalid(field, 'depends on itself through other questions')
}
