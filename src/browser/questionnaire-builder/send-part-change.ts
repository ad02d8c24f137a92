// The call that changes a part of each kind.

import { call } from '#browser/api/call.ts'
import { createQuestionMembership } from '#contract/question-memberships.ts'
import {
  updateSection,
  updateSubSection,
  updateSubSectionColumn,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { updateStructure } from '#contract/questionnaire-structures.ts'
import { updateQuestion } from '#contract/questions.ts'
import { err, type Result } from '#lib/result.ts'
import { shownStructure } from './builder.ts'
import type { PartChange } from './guarded-change.ts'
import { membershipAt, subSectionOf, type PartRef } from './parts.ts'

export interface WrittenPart {
  version: number
}

/** Sends one change of a part; `version` is the one that it is based on. */
export function sendPartChange(
  { kind, id }: PartRef,
  change: PartChange,
  version: number | undefined
): Promise<Result<WrittenPart>> {
  const based = version === undefined ? change : { ...change, version }
  const params = { id }
  switch (kind) {
    case 'questionnaire':
      return call(updateStructure, { params, body: based })
    case 'section':
      return call(updateSection, { params, body: based })
    case 'sub_section':
      return call(updateSubSection, { params, body: based })
    case 'row':
      return call(updateSubSectionRow, { params, body: based })
    case 'column':
      return call(updateSubSectionColumn, { params, body: based })
    case 'question':
      return call(updateQuestion, { params, body: based })
    case 'membership':
      return changeMembership(id, based)
  }
}

/** Placing a question again in its cell changes whether it is required. */
function changeMembership(id: number, change: PartChange): Promise<Result<WrittenPart>> {
  const structure = shownStructure()
  const membership = structure && membershipAt(structure, id)
  const subSection = structure && subSectionOf(structure, { kind: 'membership', id })
  if (!membership || !subSection) return Promise.resolve(err('This question is no longer here.'))
  const { question_id, row_id, column_id, is_required } = membership
  const { sub_section_id } = subSection
  return call(createQuestionMembership, {
    body: { sub_section_id, question_id, row_id, column_id, is_required, ...change }
  })
}
