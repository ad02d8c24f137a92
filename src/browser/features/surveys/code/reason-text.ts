// Explains why a case code opens no survey (product 16).

import type { SurveyClosedReason } from '#contract/case-codes.ts'

interface ReasonText {
  title: string
  text: string
}

const closedReasons: Record<SurveyClosedReason, ReasonText> = {
  not_found: {
    title: 'We do not recognise this code',
    text: 'Check it against your invitation. Letters and numbers can look alike.'
  },
  not_open: {
    title: 'This survey is not open yet',
    text: 'Your code is correct, but you cannot answer yet. Come back later.'
  },
  closed: {
    title: 'This survey is closed',
    text: 'You can no longer answer. The answers you gave before are kept.'
  },
  completed: {
    title: 'This case has been submitted',
    text: 'You can no longer change its answers, but you can still view them.'
  },
  withdrawn: {
    title: 'This code has been revoked',
    text: 'Ask the person who gave it to you for another one.'
  }
}

/** Without a reason: the page was opened by its URL. */
const noReason: ReasonText = {
  title: 'Survey not found',
  text: 'Open the link in your invitation again, or scan its code.'
}

export const reasonText = (reason: SurveyClosedReason | null): ReasonText =>
  reason === null ? noReason : closedReasons[reason]
