// Checks that references exist and that nothing depends on itself.

import { evaluationOrder } from '#domain/formulas/derivation.ts'
import { referenceName } from '#domain/formulas/expression-tokens.ts'
import { compile, type Reference } from '#domain/formulas/expression.ts'
import { isInUse, missingPart, missingPartText } from '#domain/formulas/lost-references.ts'
import { retiredPart } from '#server/database/cells-in-use.ts'
import type { Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { ApiError, invalid } from '#server/http/api-error.ts'
import { draftReferences, type QuestionDraft } from './question-rules.ts'

interface ReferringQuestion extends Pick<QuestionDraft, 'project_id' | 'expression' | 'visible_if'> {
  /** 0 for a question that is being created. */
  question_id: number
}

/**
 * Rejects references to questions of other projects, to cells that the question does not occupy, to
 * questions outside the referring question's sections or retired there, and cycles. The caller holds the project's lock, so
 * that two changes cannot create a cycle together.
 */
export const validateReferences = (
  tx: Tx,
  programmeId: number,
  question: ReferringQuestion,
  sectionIds: readonly number[]
): Promise<void> => validateAllReferences(tx, programmeId, question.project_id, [{ question, sectionIds }])

interface PlacedQuestion<Q extends ReferringQuestion> {
  question: Q
  /** The sections that contain it. */
  sectionIds: readonly number[]
}

/**
 * The same for several questions of a project, loading their references once: the cost grows with their number, not with its
 * square. `said` turns the refusal of a question into that of the call.
 */
export async function validateAllReferences<Q extends ReferringQuestion>(
  tx: Tx,
  programmeId: number,
  projectId: number,
  questions: readonly PlacedQuestion<Q>[],
  said: (question: Q, refusal: ApiError) => ApiError = (_, refusal) => refusal
): Promise<void> {
  const referring = questions.flatMap(placed => {
    const fields = translateRefusal(placed.question, said, () => draftReferences(placed.question))
    return fields.length === 0 ? [] : [{ ...placed, fields }]
  })
  if (referring.length === 0) return
  const references = referring.flatMap(({ fields }) => fields.flatMap(field => field.references))
  const ids = [...new Set(references.map(reference => reference.question_id))]
  const known = await knownQuestionIds(tx, programmeId, projectId, ids)
  const placed = [...ids, ...referring.map(({ question }) => question.question_id)]
  const memberships = Map.groupBy(
    await sectionMemberships(tx, programmeId, placed),
    place => place.question_id
  )
  for (const { question, sectionIds, fields } of referring)
    translateRefusal(question, said, () =>
      requireReachable({ question, sectionIds }, fields, known, memberships)
    )
  const cyclic = await questionsInCycles(tx, programmeId, projectId, referring)
  for (const { question, fields } of referring)
    if (cyclic.has(String(question.question_id)))
      throw said(
        question,
        invalid(fields[0]?.field ?? 'expression', 'depends on itself through other questions')
      )
}

/** Runs the check of one question. */
export function translateRefusal<Q, T>(
  question: Q,
  said: (question: Q, refusal: ApiError) => ApiError,
  check: () => T
): T {
  try {
    return check()
  } catch (error) {
    throw error instanceof ApiError ? said(question, error) : error
  }
}

function requireReachable(
  { question, sectionIds }: PlacedQuestion<ReferringQuestion>,
  fields: ReturnType<typeof draftReferences>,
  known: ReadonlySet<number>,
  memberships: ReadonlyMap<number, readonly QuestionMembership[]>
): void {
  const own = memberships.get(question.question_id) ?? []
  const inUse = new Set(own.filter(isInUse).map(place => place.section_id))
  for (const { field, references } of fields) {
    for (const reference of references) {
      const name = referenceName(reference)
      if (reference.question_id === question.question_id)
        throw invalid(field, `${name} is this question itself`)
      if (!known.has(reference.question_id)) throw invalid(field, `${name} is not a question of this project`)
      const here = (memberships.get(reference.question_id) ?? []).filter(place => refersTo(reference, place))
      if (reference.row_id !== null && here.length === 0)
        throw invalid(field, `${name} is not used in a questionnaire`)
      const missing = sectionIds.some(sectionId => !here.some(place => place.section_id === sectionId))
      if (missing) throw invalid(field, `${name} is not in the same section`)
      const retired = sectionIds
        .filter(sectionId => inUse.has(sectionId))
        .map(sectionId => missingPart(here.filter(place => place.section_id === sectionId)))
        .find(part => part !== null)
      if (retired !== undefined) throw invalid(field, missingPartText(retired))
    }
  }
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
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .where('question_id', 'in', ids)
    .execute()
  return new Set(rows.map(row => row.question_id))
}

type QuestionMembership = Awaited<ReturnType<typeof sectionMemberships>>[number]

async function sectionMemberships(tx: Tx, programmeId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'm', 'sub_section_id'))
    .select([
      'm.question_id',
      'm.row_id',
      'm.column_id',
      't.section_id',
      retiredPart(programmeId).as('retired_part')
    ])
    .where('m.programme_id', '=', programmeId)
    .where('m.question_id', 'in', ids)
    .execute()
}

const refersTo = (reference: Reference, place: QuestionMembership): boolean =>
  place.question_id === reference.question_id &&
  (reference.row_id === null ||
    (place.row_id === reference.row_id && place.column_id === reference.column_id))

/** An expression is the same wherever its question is placed, so a cycle of questions is a cycle of cells. */
async function questionsInCycles(
  tx: Tx,
  programmeId: number,
  projectId: number,
  changed: readonly PlacedQuestion<ReferringQuestion>[]
): Promise<ReadonlySet<string>> {
  const questions = changed.map(({ question }) => question)
  const others = await tx
    .selectFrom('questions')
    .select(['question_id', 'expression', 'visible_if'])
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .where(
      'question_id',
      'not in',
      questions.map(question => question.question_id)
    )
    .where(eb => eb.or([eb('expression', 'is not', null), eb('visible_if', 'is not', null)]))
    .execute()
  const dependents = new Map<string, string[]>()
  for (const { question_id, expression, visible_if } of [...others, ...questions]) {
    for (const text of [expression, visible_if]) {
      const compiled = compile(text ?? '')
      const references = compiled.ok ? compiled.value.references : []
      for (const reference of references) {
        const key = String(reference.question_id)
        const known = dependents.get(key) ?? []
        known.push(String(question_id))
        dependents.set(key, known)
      }
    }
  }
  const keys = [...new Set([...dependents.keys(), ...[...dependents.values()].flat()])]
  return new Set(evaluationOrder(keys, dependents).cyclic)
}
