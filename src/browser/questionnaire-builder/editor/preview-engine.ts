// The real form of a section for the builder, with an engine that neither sends nor stores anything.

import {
  isActive,
  questionAt,
  type BuiltMembership,
  type BuiltSection,
  type BuiltSubSection
} from '#browser/questionnaire-builder/parts.ts'
import { SectionEngine } from '#browser/section/section-engine.ts'
import { browserTiming } from '#browser/section/sync/timing.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import type { CellValue, Question, SectionQuestions } from '#contract/questionnaires.ts'
import type { CellChange, SectionSubmissionResult } from '#contract/section-submissions.ts'
import { repeatedRow, UNANSWERED } from '#domain/answers/repeating.ts'
import { newId } from '#lib/new-id.ts'
import { ok } from '#lib/result.ts'

/** The answer of a question in its place; null for none. */
export type ValueAt = (question: Question) => CellValue

const leaveBlank: ValueAt = () => null

/** The section as the server would return it for a submission with these answers. */
function formSection(structure: Structure, section: BuiltSection, valueAt: ValueAt): SectionQuestions {
  const { section_id, section_name, guidance_html, display_order } = section
  return {
    section: {
      section_id,
      section_name,
      guidance_html,
      display_order,
      status: 'not_started',
      is_locked: false,
      lock_reason: null,
      closes_at: null,
      version: 0
    },
    sub_sections: section.sub_sections.filter(isActive).map(one => formSubSection(structure, one, valueAt))
  }
}

function formSubSection(
  structure: Structure,
  subSection: BuiltSubSection,
  valueAt: ValueAt
): SectionQuestions['sub_sections'][number] {
  const rows = subSection.rows.filter(isActive)
  const columns = subSection.columns.filter(isActive)
  const isShown = ({ row_id, column_id }: BuiltMembership): boolean =>
    (row_id === 0 || rows.some(row => row.row_id === row_id)) &&
    (column_id === 0 || columns.some(column => column.column_id === column_id))
  const questions = subSection.memberships.filter(isShown).flatMap((membership): Question[] => {
    const question = questionAt(structure, membership.question_id)
    if (!question?.is_active) return []
    const {
      answer_count: _count,
      submission_count: _submissions,
      chart_names: _charts,
      ...definition
    } = question
    const { row_id, column_id, is_required, is_disabled } = membership
    // A repeating grid begins with its first row.
    const row = subSection.is_repeating && column_id !== 0 ? 1 : row_id
    const blank: Question = {
      ...definition,
      row_id: row,
      column_id,
      is_required,
      is_disabled,
      answer: UNANSWERED,
      previous_answer: null,
      comments: []
    }
    return [{ ...blank, answer: { ...UNANSWERED, value: valueAt(blank) } }]
  })
  const { memberships: _memberships, ...rest } = subSection
  return { ...rest, rows: subSection.is_repeating ? [repeatedRow(1)] : rows, columns, questions }
}

/** Accepts every change and drops it. */
const acceptAnswers = (sectionId: number, answers: readonly CellChange[]): SectionSubmissionResult => ({
  section_submission: {
    section_id: sectionId,
    status: 'in_progress',
    version: 1,
    completion_percent: 0,
    updated_at: null,
    updated_by: null
  },
  saved: answers.map(({ question_id, row_id, column_id, base_version }) => ({
    question_id,
    row_id,
    column_id,
    version: base_version + 1
  })),
  rejected: [],
  warnings: [],
  conflicts: []
})

export function previewEngine(
  structure: Structure,
  section: BuiltSection,
  valueAt: ValueAt = leaveBlank
): SectionEngine {
  const form = formSection(structure, section, valueAt)
  const nothing = async () => ok([])
  return new SectionEngine({
    section: form,
    drafts: {
      read: nothing,
      newestSettled: async () => ok(''),
      write: nothing,
      acknowledge: async () => ok(null),
      retract: nothing
    },
    tabs: {
      exclusively: work => work(),
      share: () => {},
      listen: () => {},
      newestEdit: { read: () => '', write: () => {} },
      close: () => {}
    },
    timing: browserTiming,
    newId,
    send: async (_, __, answers) => ok(acceptAnswers(section.section_id, answers)),
    fetchSection: async () => ok(form)
  })
}
