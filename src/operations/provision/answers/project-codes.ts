// What the codes in a project's files of answers stand for.

import type { CodedCell } from '#domain/exports/answer-places.ts'
import type { Tx } from '#server/database/schema.ts'
import { codedQuestionnaires } from '#server/exports/export-scope.ts'
import { codedQuestions, storedPlaces } from '#server/exports/stored-places.ts'
import { structureOf, type SubSectionStructure } from '#server/questionnaires/structure.ts'
import type { AnswerLine } from './answer-lines.ts'

export interface CodedOrganisation {
  organisation_id: number
  is_active: boolean
}

/** A questionnaire with its cells and the structure of its sections. */
export interface ImportedQuestionnaire {
  questionnaire_id: number
  code: string
  questionnaire_type: 'standard' | 'case'
  is_active: boolean
  periodIds: ReadonlySet<number>
  /** Empty if it applies to all scopes. */
  scopeIds: ReadonlySet<number>
  sectionIds: ReadonlyMap<string, number>
  cells: ReadonlyMap<string, CodedCell>
  structures: ReadonlyMap<number, readonly SubSectionStructure[]>
}

export interface ProjectCodes {
  projectId: number
  code: string
  organisations: ReadonlyMap<string, CodedOrganisation>
  /** Periods of the programme by name. */
  periodIds: ReadonlyMap<string, number>
  /** Those that the project takes place in: there are no registrations or charts of others. */
  ownPeriodIds: ReadonlySet<number>
  scopeIds: readonly number[]
  questionnaires: ReadonlyMap<string, ImportedQuestionnaire>
}

/** The key of a cell among the codes of its questionnaire; a repeating row is not part of it. */
export const codedCellKey = (
  section: string,
  { sub_section, question, row, column }: AnswerLine['cell']
): string => JSON.stringify([section, sub_section, question, row, column])

export async function readProjectCodes(tx: Tx, programmeId: number, code: string): Promise<ProjectCodes> {
  const { project_id: projectId } = await tx
    .selectFrom('projects')
    .select('project_id')
    .where(eb => eb.and({ programme_id: programmeId, project_code: code }))
    .executeTakeFirstOrThrow()
  const organisations = await tx
    .selectFrom('organisations')
    .select(['organisation_id', 'organisation_code', 'is_active'])
    .where('programme_id', '=', programmeId)
    .execute()
  const periods = await tx
    .selectFrom('time_periods')
    .select(['time_period_id', 'time_period_name'])
    .where('programme_id', '=', programmeId)
    .execute()
  const own = await tx
    .selectFrom('project_periods')
    .select('time_period_id')
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .execute()
  const scopes = await tx
    .selectFrom('scopes')
    .select('scope_id')
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .orderBy('scope_id')
    .execute()
  return {
    projectId,
    code,
    organisations: new Map(organisations.map(({ organisation_code, ...one }) => [organisation_code, one])),
    periodIds: new Map(
      periods.map(({ time_period_id, time_period_name }) => [time_period_name, time_period_id])
    ),
    ownPeriodIds: new Set(own.map(({ time_period_id }) => time_period_id)),
    scopeIds: scopes.map(({ scope_id }) => scope_id),
    questionnaires: await readQuestionnaires(tx, programmeId, projectId)
  }
}

async function readQuestionnaires(
  tx: Tx,
  programmeId: number,
  projectId: number
): Promise<Map<string, ImportedQuestionnaire>> {
  const questions = await codedQuestions(tx, programmeId, projectId)
  const periods = await tx
    .selectFrom('questionnaire_periods')
    .select(['questionnaire_id', 'time_period_id'])
    .where('programme_id', '=', programmeId)
    .execute()
  const scopes = await tx
    .selectFrom('questionnaire_scopes')
    .select(['questionnaire_id', 'scope_id'])
    .where('programme_id', '=', programmeId)
    .orderBy('scope_id')
    .execute()
  const read = new Map<string, ImportedQuestionnaire>()
  for (const questionnaire of await codedQuestionnaires(tx, programmeId, projectId)) {
    const id = questionnaire.questionnaire_id
    const places = await storedPlaces(tx, programmeId, id, questions)
    const sectionIds = new Map(places.map(({ section }) => [section.code, section.section_id]))
    const structures = new Map<number, readonly SubSectionStructure[]>()
    for (const sectionId of sectionIds.values())
      structures.set(sectionId, await structureOf(tx, programmeId, sectionId))
    const ofThis = (row: { questionnaire_id: number }): boolean => row.questionnaire_id === id
    read.set(questionnaire.code, {
      ...questionnaire,
      periodIds: new Set(periods.filter(ofThis).map(({ time_period_id }) => time_period_id)),
      scopeIds: new Set(scopes.filter(ofThis).map(({ scope_id }) => scope_id)),
      sectionIds,
      cells: new Map(places.map(place => [keyOfPlace(place), place])),
      structures
    })
  }
  return read
}

const keyOfPlace = ({ section, subSection, question, row, column }: CodedCell): string =>
  codedCellKey(section.code, {
    sub_section: subSection.code,
    question: question.code,
    row: row?.code ?? '',
    column: column?.code ?? ''
  })
