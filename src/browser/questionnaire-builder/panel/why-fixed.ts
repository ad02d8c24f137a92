// Explains, beside a setting, which changes answers prevent (decision 0018). The server enforces the same rules.

import { isActive, type BuiltQuestion, type BuiltSubSection } from '#browser/questionnaire-builder/parts.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { countOf } from '#lib/format.ts'

/** Why type, unit and formulas cannot change; null if they can. */
export function whyFixed(question: Pick<BuiltQuestion, 'answer_count' | 'submission_count'>): string | null {
  if (question.answer_count === 0) return null
  const who = question.submission_count > 0 ? countOfSubmissions(question.submission_count) : 'Someone'
  return `${who} ${question.submission_count > 1 ? 'have' : 'has'} answered this. You cannot change its type, unit or formulas, and you can only widen its limits.`
}

/** Why the layout cannot change; null if it can. */
export function whyLayoutFixed({ memberships }: Pick<BuiltSubSection, 'memberships'>): string | null {
  return memberships.length === 0
    ? null
    : 'You can no longer change between list and grid because there are questions here. Add another sub-section instead.'
}

/** Why who adds the rows cannot change; null if it can. */
export const whyRowsFixed = (subSection: Pick<BuiltSubSection, 'memberships' | 'rows'>): string | null =>
  whyLayoutFixed(subSection) ??
  (subSection.rows.some(isActive) ? 'Retire the rows first: respondents add their own.' : null)

/** Why a grid without questions cannot become a list; null if it can. */
export const whyNoList = ({ rows, columns }: Pick<BuiltSubSection, 'rows' | 'columns'>): string | null =>
  rows.some(isActive) || columns.some(isActive) ? 'Retire the rows and columns first: a list has none.' : null

/** What retiring means for existing answers. */
export const whatRetiringKeeps = (answers: number): string =>
  answers === 0
    ? 'There are no answers here. It is removed from the questionnaire, and you can restore it.'
    : `${countOf(answers, 'answer')} ${answers === 1 ? 'stays' : 'stay'} stored, and ${answers === 1 ? 'is' : 'are'} shown again when you restore it. Until then respondents do not see it.`

/** Why a question cannot be taken out of its place; null where it can. */
export const whyPlacementFixed = (answers: number): string | null =>
  answers === 0 ? null : `Cannot be removed: ${countOf(answers, 'answer')}. Retire the question instead.`
