// Fills in a questionnaire as people do.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { getSectionQuestions, type Question } from '#contract/questionnaires.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { ownSubmission, type SeededCell } from './seeded.ts'
import type { Role, TestServer } from './server.ts'

export interface Change {
  value?: number | string | number[] | null
  base_version?: number
  is_not_applicable?: boolean
  is_not_available?: boolean
  comment_text?: string
}

export interface SaveOptions {
  role?: Role
  action?: 'save' | 'complete' | 'reopen' | 'sign_off'
  id?: string
}

export function savingOn(server: TestServer) {
  /** The third own ward: nobody has entered anything for it yet. */
  const blankWard = () => ownSubmission(server, 'ward-staffing', '2026', 2)

  async function save(
    submission: number,
    cell: SeededCell,
    changes: Change[],
    { role = 'contributor', action = 'save', id = randomUUID() }: SaveOptions = {}
  ) {
    const answers = changes.map(change => ({
      ...cell.place,
      value: null,
      base_version: cell.version,
      ...change
    }))
    const { questionnaire_id, section_id } = cell
    const body = {
      questionnaire_id,
      section_id,
      submission_id: submission,
      client_change_id: id,
      action,
      answers
    }
    return server.call(saveSection, { body }, await server.tokenOf(role))
  }

  async function section(submission: number, cell: SeededCell, role: Role = 'contributor') {
    const input = {
      params: { id: cell.questionnaire_id, sid: cell.section_id },
      query: { submission_id: submission }
    }
    return (await server.call(getSectionQuestions, input, await server.tokenOf(role))).body
  }

  async function questionAt(submission: number, cell: SeededCell): Promise<Question> {
    const content = await section(submission, cell)
    const questions = content.sub_sections.flatMap(subSection => subSection.questions)
    return questions.find(question => cellKey(question) === cellKey(cell.place))!
  }

  /** Fills each required cell of a section with last period's figure, so that no calculated cell stands out. */
  async function fill(ward: number, cell: SeededCell): Promise<void> {
    const { section: state, sub_sections } = await section(ward, cell)
    const once = sub_sections.filter(subSection => !subSection.is_repeating)
    const needed = once.flatMap(subSection => subSection.questions).filter(question => question.is_required)
    const answers = needed.map(question => ({
      question_id: question.question_id,
      row_id: question.row_id,
      column_id: question.column_id,
      value: valueFor(question),
      base_version: question.answer.version,
      comment_text: 'Checked.'
    }))
    const { questionnaire_id, section_id } = cell
    const body = {
      questionnaire_id,
      section_id,
      submission_id: ward,
      client_change_id: randomUUID(),
      action: state.status === 'complete' ? ('reopen' as const) : ('save' as const),
      answers
    }
    const reply = await server.call(saveSection, { body }, await server.tokenOf('contributor'))
    expect(reply.body).toMatchObject({ rejected: [], conflicts: [] })
  }

  return { blankWard, save, section, questionAt, fill }
}

function valueFor(question: Question) {
  if (question.question_type === 'single_choice') return question.option_list[0]!.option_id
  if (question.question_type === 'multiple_choice')
    return question.option_list.map(option => option.option_id)
  if (question.question_type === 'yes_no') return 'yes'
  return question.question_type === 'long_text' ? 'It went well.' : (question.previous_answer?.value ?? 10)
}
