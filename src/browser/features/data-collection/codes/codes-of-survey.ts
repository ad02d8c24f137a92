// What the case codes of a survey need to be listed, on its card and beside its results.

import { lockText } from '#browser/section/state/locks.ts'
import type { Questionnaire } from '#contract/questionnaires.ts'
import { paths } from '#programme/paths.ts'
import type { CaseCodesDialogProps } from './case-codes-dialog.tsx'

export const codesOfSurvey = (
  questionnaire: Questionnaire,
  submission: { id: number; name: string }
): CaseCodesDialogProps => ({
  scope: { questionnaireId: questionnaire.questionnaire_id, submissionId: submission.id },
  questionnaireName: questionnaire.questionnaire_name,
  submissionName: submission.name,
  closedBecause: codesClosedBecause(questionnaire),
  linkOf: code => location.origin + paths.surveyCase(questionnaire.questionnaire_id, submission.id, code)
})

/**
 * Codes may be created before a survey opens, so that they can be printed. The server refuses them for these
 * reasons.
 */
function codesClosedBecause({ lock_reason: reason, closes_at }: Questionnaire): string | null {
  return reason === 'closed' ||
    reason === 'locked_by_admin' ||
    reason === 'accepted' ||
    reason === 'complete_only' ||
    reason === 'not_registered' ||
    reason === 'organisation_retired'
    ? lockText(reason, { closesAt: closes_at })
    : null
}
