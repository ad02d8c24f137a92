// The structure of a provisioned theme, with the ids that answers and submissions need.

import type { QuestionType } from '#contract/questionnaires.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { nameOfKey, rowsUnder } from '#operations/provision/content.ts'
import type { DesiredRow } from '#operations/provision/desired.ts'
import type { ReadFolder } from '#operations/provision/files/read-folder.ts'
import { readStoredContent } from '#operations/provision/stored/stored-content.ts'
import { idsByKey, type IdsByKey } from '#operations/provision/stored/write-rows.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Crowd, FigurePlan, ProjectFigures } from './crowd-plan.ts'

export interface SeededTimePeriod {
  timePeriodId: number
  year: number
  /** 0 is the period being collected, 1 the year before. */
  yearsAgo: number
}

export interface SeededCell {
  questionId: number
  rowId: number
  columnId: number
  code: string
  type: QuestionType
  decimals: number | null
  min: number | null
  max: number | null
  isDisabled: boolean
  /** It can be answered but may stay empty. */
  isOptional: boolean
  figure?: FigurePlan
  columnName: string
  /** The share of the row's figure in its column. */
  share: number
  optionIds: number[]
  /** As it is stored, with ids. */
  expression: string | null
}

export interface SeededSection {
  sectionId: number
  cells: SeededCell[]
  /** The cells of one row, for each repeating sub-section. */
  repeating: SeededCell[][]
}

export interface SeededQuestionnaire {
  questionnaireId: number
  sections: SeededSection[]
}

export interface SeededProject {
  projectId: number
  projectCode: string
  scopeIds: number[]
  /** Whether data collection of the newest period has opened. */
  hasOpened: boolean
  /** Where the answers of past years are imported from; null if people entered them here. */
  importedFrom: string | null
  unitCount: number | undefined
  timePeriods: SeededTimePeriod[]
  questionnaires: SeededQuestionnaire[]
  /** The questionnaire that respondents answer with case codes. */
  survey: SeededQuestionnaire | undefined
}

/** Whether the cell takes an answer. */
export const isInput = (cell: SeededCell): boolean =>
  isAnswerable({ question_type: cell.type, is_disabled: cell.isDisabled })

export interface SeededStructure {
  projects: SeededProject[]
  organisationIds: number[]
  optionId: (filter: string, option: string) => number
}

interface ThemeSource {
  desired: ReadFolder
  ids: IdsByKey
  /** Expressions by question, as they are stored. */
  expressions: ReadonlyMap<number, string | null>
}

export async function readStructure(
  tx: Tx,
  programmeId: number,
  desired: ReadFolder,
  crowd: Crowd,
  now: Date
): Promise<SeededStructure> {
  const { content } = desired
  const ids = idsByKey(await readStoredContent(tx, programmeId))
  const questions = await tx
    .selectFrom('questions')
    .select(['question_id', 'expression'])
    .where('programme_id', '=', programmeId)
    .execute()
  const expressions = new Map(questions.map(({ question_id, expression }) => [question_id, expression]))
  const options = new Map(
    [...content.filter_options.values()].map(({ key, parent }) => [
      `${nameOfKey(parent)}: ${nameOfKey(key)}`,
      ids[key] ?? 0
    ])
  )
  return {
    projects: [...content.projects.values()].map(project =>
      projectFrom({ desired, ids, expressions }, project, crowd, now)
    ),
    organisationIds: [...content.organisations.keys()].map(key => ids[key] ?? 0),
    optionId: (filter, option) => options.get(`${filter}: ${option}`) ?? 0
  }
}

function projectFrom(source: ThemeSource, project: DesiredRow, crowd: Crowd, now: Date): SeededProject {
  const { ids } = source
  const { content } = source.desired
  const projectCode = nameOfKey(project.key)
  const plan = crowd.projects[projectCode] ?? { figures: {} }
  const periods = rowsUnder(content, 'project_periods', project.key)
  const questionnaires = rowsUnder(content, 'questionnaires', project.key)
  const isSurvey = ({ values }: DesiredRow): boolean => values['questionnaire_type'] === 'case'
  const survey = questionnaires.find(isSurvey)
  return {
    projectId: ids[project.key] ?? 0,
    projectCode,
    scopeIds: rowsUnder(content, 'scopes', project.key).map(({ key }) => ids[key] ?? 0),
    hasOpened: Date.parse(periods.at(-1)?.values['collection_opens_at'] as string) <= now.getTime(),
    importedFrom: plan.importedFrom ?? null,
    unitCount: plan.unitCount,
    timePeriods: periods.map(({ refs }) => {
      const key = refs['time_period_id'] ?? ''
      const year = Number(nameOfKey(key))
      return { timePeriodId: ids[key] ?? 0, year, yearsAgo: now.getUTCFullYear() - year }
    }),
    questionnaires: questionnaires
      .filter(row => !isSurvey(row))
      .map(row => questionnaireFrom(source, row, plan)),
    survey: survey && questionnaireFrom(source, survey, plan)
  }
}

function questionnaireFrom(
  source: ThemeSource,
  { key }: DesiredRow,
  plan: ProjectFigures
): SeededQuestionnaire {
  const { content } = source.desired
  const sections = rowsUnder(content, 'sections', key).map((section): SeededSection => {
    const subSections = rowsUnder(content, 'sub_sections', section.key).map(subSection => ({
      isRepeating: subSection.values['is_repeating'] === true,
      cells: seededCells(source, subSection, plan)
    }))
    return {
      sectionId: source.ids[section.key] ?? 0,
      cells: subSections.filter(({ isRepeating }) => !isRepeating).flatMap(({ cells }) => cells),
      repeating: subSections.filter(({ isRepeating }) => isRepeating).map(({ cells }) => cells)
    }
  })
  return { questionnaireId: source.ids[key] ?? 0, sections }
}

function seededCells(source: ThemeSource, subSection: DesiredRow, plan: ProjectFigures): SeededCell[] {
  const { content } = source.desired
  const shares = plan.shares?.[nameOfKey(subSection.key)]
  return rowsUnder(content, 'question_memberships', subSection.key).map(({ refs, values }): SeededCell => {
    const idOf = (column: string): number => source.ids[refs[column] ?? ''] ?? 0
    const columnName = shares === undefined ? '' : nameOfKey(refs['column_id'] ?? '')
    return {
      ...questionFrom(source, refs['question_id'] ?? '', plan),
      rowId: idOf('row_id'),
      columnId: idOf('column_id'),
      isDisabled: values['is_disabled'] === true,
      isOptional: values['is_required'] !== true,
      columnName,
      share: shares?.[columnName] ?? 1
    }
  })
}

type SeededQuestion = Omit<
  SeededCell,
  'rowId' | 'columnId' | 'isDisabled' | 'isOptional' | 'columnName' | 'share'
>

function questionFrom(
  { desired, ids, expressions }: ThemeSource,
  key: string,
  plan: ProjectFigures
): SeededQuestion {
  const { content } = desired
  const values = content.questions.get(key)?.values ?? {}
  const number = (column: string): number | null => (values[column] ?? null) as number | null
  const code = nameOfKey(key)
  const questionId = ids[key] ?? 0
  return {
    questionId,
    code,
    type: values['question_type'] as QuestionType,
    decimals: number('decimal_places'),
    min: number('min_value'),
    max: number('max_value'),
    ...(Object.hasOwn(plan.figures, code) && { figure: plan.figures[code] }),
    optionIds: rowsUnder(content, 'question_options', key).map(option => ids[option.key] ?? 0),
    expression: expressions.get(questionId) ?? null
  }
}
