import { insertRows } from '#server/database/bulk.ts'
import type { ColumnPlan, QuestionPlan, QuestionnairePlan, SectionPlan, SubSectionPlan } from './plan.ts'
import type { SeededProject } from './projects.ts'
import type { Seeding } from './seeding.ts'
import type { SeededTimePeriod } from './time-periods.ts'
import { isAnswerable } from '#domain/cell-rules.ts'
import { typeOf } from '#domain/question-types.ts'

export interface SeededCell {
  questionId: number
  rowId: number
  columnId: number
  plan: QuestionPlan
  column: ColumnPlan | null
  isDisabled: boolean
  optionIds: number[]
  /** The plan's expression over ids. */
  expression: string | null
}

export interface SeededSection {
  sectionId: number
  cells: SeededCell[]
  /** The cells of one row of each sub-section that repeats. */
  repeating: SeededCell[][]
}

export interface SeededQuestionnaire {
  questionnaireId: number
  sections: SeededSection[]
}

/** A project's questionnaires, asked in every period. */
export async function seedQuestionnaires(
  seeding: Seeding,
  project: SeededProject,
  timePeriods: readonly SeededTimePeriod[]
): Promise<SeededQuestionnaire[]> {
  const { tx, programmeId } = seeding
  const seeded: SeededQuestionnaire[] = []
  for (const [index, plan] of project.plan.questionnaires.entries()) {
    const row = {
      programme_id: programmeId,
      project_id: project.projectId,
      questionnaire_name: plan.name,
      questionnaire_type: 'standard',
      is_active: true,
      version: 1,
      display_order: index + 1
    }
    const [questionnaireId = 0] = await insertRows(tx, 'questionnaires', [row], 'questionnaire_id')
    const periods = timePeriods.map(period => ({
      programme_id: programmeId,
      questionnaire_id: questionnaireId,
      time_period_id: period.timePeriodId,
      is_locked: false
    }))
    await insertRows(tx, 'questionnaire_periods', periods)
    seeded.push({
      questionnaireId,
      sections: await seedSections(seeding, project.projectId, questionnaireId, plan)
    })
  }
  return seeded
}

async function seedSections(
  seeding: Seeding,
  projectId: number,
  questionnaireId: number,
  questionnaire: QuestionnairePlan
): Promise<SeededSection[]> {
  const { tx, programmeId } = seeding
  const rows = questionnaire.sections.map((plan, index) => ({
    programme_id: programmeId,
    questionnaire_id: questionnaireId,
    section_name: plan.name,
    guidance_html: `<p>${plan.guidance}</p>`,
    display_order: index + 1,
    is_active: true
  }))
  const sectionIds = await insertRows(tx, 'sections', rows, 'section_id')
  const sections: SeededSection[] = []
  for (const [index, plan] of questionnaire.sections.entries()) {
    const sectionId = sectionIds[index] ?? 0
    sections.push({ sectionId, ...(await seedSubSections(seeding, projectId, sectionId, plan)) })
  }
  return sections
}

async function seedSubSections(
  seeding: Seeding,
  projectId: number,
  sectionId: number,
  section: SectionPlan
): Promise<Omit<SeededSection, 'sectionId'>> {
  const questionIds = await seedQuestions(seeding, projectId, section)
  const cells: SeededCell[] = []
  const repeating: SeededCell[][] = []
  for (const [index, plan] of section.subSections.entries()) {
    const row = {
      programme_id: seeding.programmeId,
      section_id: sectionId,
      sub_section_name: plan.name,
      layout: plan.columns || plan.isRepeating ? 'grid' : 'list',
      display_order: index + 1,
      is_repeating: plan.isRepeating ?? false,
      show_row_totals: plan.hasRowTotals ?? false,
      show_column_totals: plan.hasColumnTotals ?? false,
      is_active: true
    }
    const [subSectionId = 0] = await insertRows(seeding.tx, 'sub_sections', [row], 'sub_section_id')
    const seeded = await seedMemberships(seeding, subSectionId, plan, questionIds)
    if (plan.isRepeating) repeating.push(seeded)
    else cells.push(...seeded)
  }
  return { cells, repeating }
}

interface QuestionIds {
  questionId: number
  optionIds: number[]
  expression: string | null
}

/** The questions of a section by key. Expressions name other questions, so they are written when all have their ids. */
async function seedQuestions(
  { tx, programmeId }: Seeding,
  projectId: number,
  section: SectionPlan
): Promise<Map<string, QuestionIds>> {
  const plans = section.subSections.flatMap(subSection => subSection.questions)
  const rows = plans.map(plan => ({
    programme_id: programmeId,
    project_id: projectId,
    question_text: plan.text,
    help_text: plan.help ?? '',
    question_type: plan.type,
    unit: plan.unit ?? '',
    decimal_places: typeOf({ question_type: plan.type }).fixedDecimals ?? plan.decimals ?? null,
    min_value: plan.min ?? null,
    max_value: plan.max ?? null,
    warn_min: plan.warnMin ?? null,
    warn_max: plan.warnMax ?? null,
    warn_change_percent: plan.warnChange ?? null,
    max_length: plan.maxLength ?? null,
    is_active: true,
    version: 1
  }))
  const ids = await insertRows(tx, 'questions', rows, 'question_id')
  const idOf = new Map(plans.map((plan, index) => [plan.key, ids[index] ?? 0]))
  const resolved = (text?: string) =>
    text?.replaceAll(/\{(\w+)\}/g, (_, key: string) => `q${idOf.get(key)}`) ?? null
  const questions = new Map<string, QuestionIds>()
  for (const [index, plan] of plans.entries()) {
    const questionId = ids[index] ?? 0
    const expression = resolved(plan.expression)
    if (expression !== null || plan.visibleIf) {
      await tx
        .updateTable('questions')
        .set({ expression, visible_if: resolved(plan.visibleIf) })
        .where('programme_id', '=', programmeId)
        .where('question_id', '=', questionId)
        .execute()
    }
    const options = (plan.options ?? []).map((name, order) => ({
      programme_id: programmeId,
      question_id: questionId,
      option_name: name,
      display_order: order + 1
    }))
    questions.set(plan.key, {
      questionId,
      expression,
      optionIds: await insertRows(tx, 'question_options', options, 'option_id')
    })
  }
  return questions
}

/** Puts questions in their places: one after another in a list, at every row and column in a grid. */
async function seedMemberships(
  { tx, programmeId }: Seeding,
  subSectionId: number,
  plan: SubSectionPlan,
  questionIds: ReadonlyMap<string, QuestionIds>
): Promise<SeededCell[]> {
  const named = (kind: 'row' | 'column', names: readonly string[]) =>
    names.map((name, order) => ({
      programme_id: programmeId,
      sub_section_id: subSectionId,
      [`${kind}_name`]: name,
      display_order: order + 1,
      is_active: true
    }))
  const columns = plan.columns ?? []
  const rowNames = plan.columns ? plan.questions.map(question => question.text) : []
  const rowIds = await insertRows(tx, 'sub_section_rows', named('row', rowNames), 'row_id')
  const columnNames = plan.isRepeating
    ? plan.questions.map(question => question.text)
    : columns.map(column => column.name)
  const columnIds = await insertRows(tx, 'sub_section_columns', named('column', columnNames), 'column_id')
  const cells = plan.questions.flatMap((question, row): SeededCell[] => {
    const ids = questionIds.get(question.key) ?? { questionId: 0, optionIds: [], expression: null }
    const places = plan.columns
      ? columns.map((column, index) => ({ column, columnId: columnIds[index] ?? 0 }))
      : [{ column: null, columnId: plan.isRepeating ? (columnIds[row] ?? 0) : 0 }]
    return places.map(({ column, columnId }): SeededCell => {
      const isDisabled = column?.without?.includes(question.key) ?? false
      return { ...ids, rowId: rowIds[row] ?? 0, columnId, plan: question, column, isDisabled }
    })
  })
  const memberships = cells.map((cell, order) => ({
    programme_id: programmeId,
    sub_section_id: subSectionId,
    question_id: cell.questionId,
    row_id: cell.rowId,
    column_id: cell.columnId,
    display_order: order + 1,
    is_required: isInput(cell) && !cell.plan.isOptional,
    is_disabled: cell.isDisabled
  }))
  await insertRows(tx, 'question_memberships', memberships)
  return cells
}

/** Whether someone types into the cell. */
export const isInput = (cell: SeededCell): boolean =>
  isAnswerable({ question_type: cell.plan.type, is_disabled: cell.isDisabled })
