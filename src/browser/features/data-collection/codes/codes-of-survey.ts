// What the case codes of a survey need to be listed, on its card and beside its results.

import { lockText } from '#browser/section/state/locks.ts'
import type { Questionnaire } from '#contract/questionnaires.ts'
import { codesClosedBecause } from '#domain/questionnaires/code-lock.ts'
import { paths } from '#programme/paths.ts'
import type { CaseCodesDialogProps } from './case-codes-dialog.tsx'

export const codesOfSurvey = (
  questionnaire: Questionnaire,
  submission: { id: number; name: string }
): CaseCodesDialogProps => ({
  scope: { questionnaireId: questionnaire.questionnaire_id, submissionId: submission.id },
  questionnaireName: questionnaire.questionnaire_name,
  submissionName: submission.name,
  ...openness(questionnaire),
  linkOf: code => location.origin + paths.surveyCase(questionnaire.questionnaire_id, submission.id, code)
})

function openness({
  lock_reason,
  closes_at
}: Questionnaire): Pick<CaseCodesDialogProps, 'closedBecause' | 'mayWithdraw'> {
  const reason = codesClosedBecause(lock_reason, 'issue')
  return {
    closedBecause: reason && lockText(reason, { closesAt: closes_at }),
    mayWithdraw: codesClosedBecause(lock_reason, 'withdraw') === null
  }
}
