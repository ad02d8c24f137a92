// Whose answers a caller gets, and of which questionnaires.

import type { Questionnaire } from '#contract/questionnaires.ts'
import type { CodedCell } from '#domain/exports/answer-places.ts'
import { partCodes } from '#domain/exports/part-codes.ts'
import { onlyOrganisation, requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { mayReadCases } from '#server/auth/reader.ts'
import type { Database } from '#server/database/schema.ts'
import { notFound } from '#server/http/api-error.ts'
import { isAdminCaller, type CallingUser } from '#server/http/caller.ts'
import { programmeOf } from '#server/http/programme.ts'
import type { RouteContext } from '#server/http/route.ts'
import { codedQuestions, storedPlaces } from './stored-places.ts'

export interface ExportScope {
  database: Database
  programmeId: number
  projectId: number
  projectCode: string
  timePeriodIds: readonly number[]
  /** Null for all organisations. */
  organisationId: number | null
  includesRetired: boolean
  includesCases: boolean
  questionnaires: readonly ExportedQuestionnaire[]
}

export interface ExportedQuestionnaire {
  questionnaire_id: number
  questionnaire_name: string
  questionnaire_type: Questionnaire['questionnaire_type']
  code: string
  places: readonly CodedCell[]
}

interface WantedAnswers {
  project_id: number
  time_period_id: readonly number[]
  /** Without it, all that have a period among the wanted. */
  questionnaire_id?: readonly number[]
  include_retired: boolean
}

/** Answers that the caller may read section by section: admins all, others those of their own organisation. */
export async function exportScope(
  { database, caller, programmes }: Pick<RouteContext, 'database' | 'caller' | 'programmes'>,
  wanted: WantedAnswers
): Promise<ExportScope> {
  const { programmeId } = caller
  const { project_code } = await requireProject(database, programmeId, wanted.project_id)
  for (const id of wanted.time_period_id) await requireTimePeriod(database, programmeId, id)
  return {
    database,
    programmeId,
    projectId: wanted.project_id,
    projectCode: project_code,
    timePeriodIds: wanted.time_period_id,
    organisationId: onlyOrganisation(caller),
    includesRetired: wanted.include_retired,
    includesCases: mayReadCases(caller, programmeOf(programmes, programmeId)),
    questionnaires: await exportedQuestionnaires(database, caller, wanted)
  }
}

async function exportedQuestionnaires(
  database: Database,
  caller: CallingUser,
  wanted: WantedAnswers
): Promise<ExportedQuestionnaire[]> {
  const { programmeId } = caller
  const all = await codedQuestionnaires(database, programmeId, wanted.project_id)
  const ids =
    wanted.questionnaire_id ?? (await questionnairesIn(database, programmeId, wanted.time_period_id))
  if (wanted.questionnaire_id?.some(id => all.every(one => one.questionnaire_id !== id)))
    throw notFound('questionnaire')
  const questions = await codedQuestions(database, programmeId, wanted.project_id)
  const exported: ExportedQuestionnaire[] = []
  for (const { is_active, ...questionnaire } of all) {
    const id = questionnaire.questionnaire_id
    // Members see no retired questionnaires.
    if (!ids.includes(id) || !(is_active || (isAdminCaller(caller) && wanted.include_retired))) continue
    const places = await storedPlaces(database, programmeId, id, questions)
    exported.push({
      ...questionnaire,
      places: places.filter(({ isInUse }) => isInUse || wanted.include_retired)
    })
  }
  return exported
}

/** All questionnaires of a project with their codes, retired ones too. */
export async function codedQuestionnaires(database: Database, programmeId: number, projectId: number) {
  const all = await database
    .selectFrom('questionnaires')
    .select(['questionnaire_id', 'questionnaire_name', 'questionnaire_type', 'is_active'])
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .orderBy('display_order')
    .orderBy('questionnaire_id')
    .execute()
  const codes = partCodes(
    all.map(({ questionnaire_name, is_active }) => ({ name: questionnaire_name, isActive: is_active }))
  )
  return all.map((questionnaire, index) => ({ ...questionnaire, code: codes[index] ?? '' }))
}

async function questionnairesIn(
  database: Database,
  programmeId: number,
  timePeriodIds: readonly number[]
): Promise<number[]> {
  const rows = await database
    .selectFrom('questionnaire_periods')
    .select('questionnaire_id')
    .distinct()
    .where('programme_id', '=', programmeId)
    .where('time_period_id', 'in', timePeriodIds)
    .execute()
  return rows.map(({ questionnaire_id }) => questionnaire_id)
}
