// Explains why a case code opens no survey (product 16).
import type { SurveyClosedReason } from '#contract/case-codes.ts'

interface ReasonText {
  title: string
  text: string
}

const reasons: Record<SurveyClosedReason, ReasonText> = {
  not_found: {
    title: 'This code is not known',
    text: 'No survey goes by this code. Compare it with the one on your invitation: letters and digits are easily mixed up.'
  },
  not_open: {
    title: 'This survey is not open yet',
    text: 'Your code is right, but answers are not taken yet. Please come back later.'
  },
  closed: {
    title: 'This survey is closed',
    text: 'Answers are no longer taken. What you had answered before is kept.'
  },
  completed: {
    title: 'This case has been submitted',
    text: 'Its answers have arrived and can no longer be changed. You can still look at them.'
  },
  withdrawn: {
    title: 'This code was withdrawn',
    text: 'Whoever sent the invitation has taken this code back. Ask for another one.'
  }
}

/** Without a reason: the page was opened by its URL. */
const none: ReasonText = {
  title: 'Survey not found',
  text: 'Open the link of your invitation again, or scan its code.'
}

export const reasonText = (reason: SurveyClosedReason | null): ReasonText =>
  reason === null ? none : reasons[reason]
