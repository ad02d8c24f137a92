import { hasOptions, isCalculated } from '#domain/answers/question-types.ts'
import { faultsOfAnsweredQuestion } from '#domain/questionnaires/answered-changes.ts'
import { faultsOfQuestion, noSettings } from '#domain/questionnaires/question-faults.ts'
import { requireProject } from '#server/auth/ownership.ts'
import { validateQuestionnaire } from '#server/builders/questionnaires/questionnaire-size.ts'
import { changeKeepingFormulas } from '#server/builders/questionnaires/retiring.ts'
import { bumpStructureVersion, requireCurrentVersion } from '#server/builders/questionnaires/structure.ts'
import { throwFirstFault } from '#server/builders/refuse.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { questionMemberships } from './membership-lookup.ts'
import { questionsOfProject, requireQuestion } from './question-definitions.ts'
import { requireOwnOptions, writeOptions, type WantedOption } from './question-options.ts'
import type { QuestionDraft } from './question-rules.ts'
import { validateUses } from './question-uses.ts'
import { validateReferences } from './references.ts'

export const listQuestions: RouteOf<'listQuestions'> = async ({ query }, { database, caller }) => {
  await requireProject(database, caller.programmeId, query.project_id)
  return {
    questions: await questionsOfProject(
      database,
      caller.programmeId,
      query.project_id,
      query.search?.trim() ?? ''
    )
  }
}

export const createQuestion: RouteOf<'createQuestion'> = inTransaction(async (tx, { body }, { caller }) => {
  const { programmeId } = caller
  await takeStructure(tx, programmeId, body.project_id)
  const draft: QuestionDraft = { ...noSettings, is_active: true, ...body }
  throwFirstFault(faultsOfQuestion(draft))
  await validateReferences(tx, programmeId, { ...draft, question_id: 0 }, [])
  const { option_names, ...fields } = draft
  const { question_id } = await tx
    .insertInto('questions')
    .values({ ...fields, programme_id: programmeId, version: 1 })
    .returning('question_id')
    .executeTakeFirstOrThrow()
  await writeOptions(
    tx,
    programmeId,
    question_id,
    option_names.map(option_name => ({ option_name }))
  )
  return requireQuestion(tx, programmeId, question_id)
})

export const updateQuestion: RouteOf<'updateQuestion'> = inTransaction(
  async (tx, { params, body }, { caller }) => {
    const { programmeId } = caller
    const { project_id } = await requireQuestion(tx, programmeId, params.id)
    const structure = await takeStructure(tx, programmeId, project_id)
    const before = await requireQuestion(tx, programmeId, params.id)
    requireCurrentVersion(before, body)
    const { option_names: added = [], option_list: listed, version: _, ...changes } = body
    const { question_id, option_list, answer_count, version, ...fields } = { ...before, ...changes }
    // A choice that becomes another type, which is allowed without answers, loses its options.
    const kept = listed ?? (hasOptions(fields) ? option_list : [])
    const options: WantedOption[] = [...kept, ...added.map(option_name => ({ option_name }))]
    requireOwnOptions(before, options)
    const draft: QuestionDraft = { ...fields, option_names: options.map(option => option.option_name) }
    throwFirstFault(faultsOfAnsweredQuestion(before, { ...fields, option_list: options }, answer_count))
    throwFirstFault(faultsOfQuestion(draft))
    await validateUses(tx, programmeId, before, {
      ...fields,
      option_ids: new Set(options.map(({ option_id }) => option_id))
    })
    const memberships = await questionMemberships(tx, programmeId, question_id)
    const sectionIds = [...new Set(memberships.map(place => place.section_id))]
    const isMoving = before.is_active !== fields.is_active
    await changeKeepingFormulas(tx, { programmeId, sectionIds, isMoving }, () =>
      tx
        .updateTable('questions')
        .set({ ...fields, version: version + 1 })
        .where(eb => eb.and({ programme_id: programmeId, question_id }))
        .execute()
    )
    await validateReferences(tx, programmeId, { ...draft, question_id }, sectionIds)
    await writeOptions(tx, programmeId, question_id, options)
    const questionnaireIds = [...new Set(memberships.map(place => place.questionnaire_id))]
    const isAdding = isMoving || (isCalculated(fields) && !isCalculated(before))
    if (isAdding && fields.is_active)
      for (const id of questionnaireIds) await validateQuestionnaire(tx, programmeId, id)
    await bumpStructureVersion(structure, questionnaireIds)
    return requireQuestion(tx, programmeId, question_id)
  }
)
