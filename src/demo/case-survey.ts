// A survey by case codes beside the questionnaires of the project that is being collected, with cases in every state.
import type { CellValue, QuestionType } from '#contract/questionnaires.ts'
import { typeOf } from '#domain/question-types.ts'
import { generateCaseCode } from '#server/auth/case-code-format.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { SeededProject } from './projects.ts'
import { randomFrom } from './random.ts'
import type { Seeding } from './seeding.ts'
import type { SeededSubmission } from './submissions.ts'
import type { SeededTimePeriod } from './time-periods.ts'

/** Who answers, by programme code. */
const people: Record<string, string> = { wards: 'Patient', libraries: 'Reader', councils: 'Resident' }

interface AskedQuestion {
  text: string
  type: QuestionType
  options?: readonly string[]
  max?: number
  isOptional?: boolean
  /** An answer for the case at `index`. */
  answer?: (index: number, optionIds: readonly number[], visitedOn: string) => CellValue
}

const sections: readonly {
  name: string
  subSections: readonly { name: string; questions: readonly AskedQuestion[] }[]
}[] = [
  {
    name: 'Your visit',
    subSections: [
      {
        name: 'When and why',
        questions: [
          { text: 'When was it?', type: 'date', answer: (_, __, visitedOn) => visitedOn },
          {
            text: 'How did you come to us?',
            type: 'single_choice',
            options: ['By appointment', 'Without an appointment', 'Someone brought me'],
            answer: (index, optionIds) => optionIds[index % optionIds.length] ?? null
          },
          {
            text: 'Was it your first time?',
            type: 'yes_no',
            answer: index => (index % 2 === 0 ? 'yes' : 'no')
          }
        ]
      }
    ]
  },
  {
    name: 'What you thought',
    subSections: [
      {
        name: 'How it went',
        questions: [
          {
            text: 'From 0 to 10, how good was it?',
            type: 'integer',
            max: 10,
            answer: index => 6 + (index % 4)
          },
          { text: 'Did the staff listen to you?', type: 'yes_no', answer: () => 'yes' },
          {
            text: 'How long did you wait?',
            type: 'time',
            max: 24 * 60,
            isOptional: true,
            answer: index => 5 + 10 * index
          },
          {
            text: 'How easy was it to find your way?',
            type: 'scale',
            options: ['Very hard', 'Hard', 'Neither', 'Easy', 'Very easy'],
            isOptional: true,
            answer: index => 3 + (index % 3)
          }
        ]
      },
      {
        name: 'In your words',
        questions: [
          {
            text: 'What could be better?',
            type: 'long_text',
            isOptional: true,
            answer: index => (index === 0 ? 'Shorter waiting.' : null)
          }
        ]
      }
    ]
  }
]

interface SeededSurvey {
  questionnaireId: number
  sections: {
    sectionId: number
    cells: { questionId: number; optionIds: number[]; question: AskedQuestion }[]
  }[]
}

export async function seedCaseSurvey(
  seeding: Seeding,
  project: SeededProject,
  timePeriods: readonly SeededTimePeriod[],
  submissions: readonly SeededSubmission[]
): Promise<void> {
  if (!project.isCollecting) return
  const survey = await seedSurvey(seeding, project, timePeriods)
  const current = submissions.find(
    ({ unit, timePeriod }) => unit.ownNumber === 0 && timePeriod.yearsAgo === 0
  )
  if (current) await seedCases(seeding, survey, current.submissionId)
}

async function seedSurvey(
  seeding: Seeding,
  project: SeededProject,
  timePeriods: readonly SeededTimePeriod[]
): Promise<SeededSurvey> {
  const { tx, programmeId, programme } = seeding
  const row = {
    programme_id: programmeId,
    project_id: project.projectId,
    questionnaire_name: `${people[programme.code] ?? 'Visitor'} experience survey`,
    questionnaire_type: 'case',
    is_active: true,
    version: 1,
    display_order: project.plan.questionnaires.length + 1
  }
  const [questionnaireId = 0] = await insertRows(tx, 'questionnaires', [row], 'questionnaire_id')
  await insertRows(
    tx,
    'questionnaire_periods',
    timePeriods
      .filter(period => period.yearsAgo === 0)
      .map(period => ({
        programme_id: programmeId,
        questionnaire_id: questionnaireId,
        time_period_id: period.timePeriodId,
        is_locked: false
      }))
  )
  const seeded: SeededSurvey = { questionnaireId, sections: [] }
  for (const [index, section] of sections.entries()) {
    const sectionRow = {
      programme_id: programmeId,
      questionnaire_id: questionnaireId,
      section_name: section.name,
      guidance_html: '',
      display_order: index + 1,
      is_active: true
    }
    const [sectionId = 0] = await insertRows(tx, 'sections', [sectionRow], 'section_id')
    const cells: SeededSurvey['sections'][number]['cells'] = []
    for (const [order, { name, questions }] of section.subSections.entries()) {
      cells.push(...(await seedSubSection(seeding, project.projectId, sectionId, name, order + 1, questions)))
    }
    seeded.sections.push({ sectionId, cells })
  }
  return seeded
}

async function seedSubSection(
  { tx, programmeId }: Seeding,
  projectId: number,
  sectionId: number,
  name: string,
  order: number,
  questions: readonly AskedQuestion[]
): Promise<SeededSurvey['sections'][number]['cells']> {
  const subSection = {
    programme_id: programmeId,
    section_id: sectionId,
    sub_section_name: name,
    layout: 'list',
    display_order: order
  }
  const flags = { is_repeating: false, show_row_totals: false, show_column_totals: false, is_active: true }
  const [subSectionId = 0] = await insertRows(
    tx,
    'sub_sections',
    [{ ...subSection, ...flags }],
    'sub_section_id'
  )
  const rows = questions.map(({ text, type, max }) => ({
    programme_id: programmeId,
    project_id: projectId,
    question_text: text,
    help_text: '',
    question_type: type,
    unit: '',
    decimal_places: typeOf({ question_type: type }).fixedDecimals,
    min_value: max === undefined ? null : 0,
    max_value: max ?? null,
    is_active: true,
    version: 1
  }))
  const ids = await insertRows(tx, 'questions', rows, 'question_id')
  const memberships = questions.map((question, index) => ({
    programme_id: programmeId,
    sub_section_id: subSectionId,
    question_id: ids[index],
    row_id: 0,
    column_id: 0,
    display_order: index + 1,
    is_required: question.isOptional !== true,
    is_disabled: false
  }))
  await insertRows(tx, 'question_memberships', memberships)
  const cells: SeededSurvey['sections'][number]['cells'] = []
  for (const [index, question] of questions.entries()) {
    const questionId = ids[index] ?? 0
    const options = (question.options ?? []).map((option_name, at) => ({
      programme_id: programmeId,
      question_id: questionId,
      option_name,
      display_order: at + 1
    }))
    cells.push({
      questionId,
      question,
      optionIds: await insertRows(tx, 'question_options', options, 'option_id')
    })
  }
  return cells
}

/** How many sections each case has answered; `null` was withdrawn before anyone answered. */
const CASES = [2, 2, 2, 1, 1, 0, 0, 0, null]

async function seedCases(
  { tx, programme, programmeId, now }: Seeding,
  survey: SeededSurvey,
  submissionId: number
): Promise<void> {
  const random = randomFrom(`${programme.code} cases`)
  const dayOf = (index: number): Date => new Date(now.getTime() - (12 - index) * 86_400_000)
  const rows = CASES.map((answered, index) => ({
    programme_id: programmeId,
    questionnaire_id: survey.questionnaireId,
    submission_id: submissionId,
    case_code: generateCaseCode(programmeId, below => random.whole(0, below - 1)),
    reviewer_name: index === 3 ? 'Rolf Lindqvist' : null,
    reviewer_email_address: index === 3 ? `contributor@${programme.code}.example` : null,
    status:
      answered === null
        ? 'withdrawn'
        : answered === survey.sections.length
          ? 'completed'
          : answered > 0
            ? 'started'
            : 'unused',
    last_activity_at: answered ? dayOf(index) : null,
    created_at: new Date(now.getTime() - 14 * 86_400_000)
  }))
  const ids = await insertRows(tx, 'case_codes', rows, 'case_code_id')
  for (const [index, answered] of CASES.entries()) {
    for (const section of survey.sections.slice(0, answered ?? 0)) {
      const key = { programme_id: programmeId, submission_id: submissionId, case_code_id: ids[index] }
      const answers = section.cells.map(cell => ({
        cell,
        value:
          cell.question.answer?.(
            index,
            cell.optionIds,
            dayOf(index - 9)
              .toISOString()
              .slice(0, 10)
          ) ?? null
      }))
      const given = answers.filter(({ value }) => value !== null)
      await insertRows(
        tx,
        'answers',
        given.map(({ cell, value }) => ({
          ...key,
          question_id: cell.questionId,
          row_id: 0,
          column_id: 0,
          value,
          number_value: typeof value === 'number' ? value : null,
          is_not_applicable: false,
          is_not_available: false,
          version: 1,
          updated_at: dayOf(index)
        }))
      )
      const state = {
        section_id: section.sectionId,
        status: 'complete',
        version: 1,
        updated_at: dayOf(index)
      }
      const needed = section.cells.filter(cell => cell.question.isOptional !== true).length
      const optional = given.filter(({ cell }) => cell.question.isOptional === true).length
      const counts = { applicable_count: needed + optional, answered_count: given.length }
      await insertRows(tx, 'section_submissions', [{ ...key, ...state, ...counts }])
    }
  }
}
