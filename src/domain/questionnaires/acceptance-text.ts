// Why a questionnaire of a submission is not accepted, in the words of every screen.

import type { Acceptance, AcceptanceState } from '#contract/acceptances.ts'
import { countOf, formatDay } from '#lib/format.ts'

const stateTexts: Record<AcceptanceState, (row: Acceptance) => string> = {
  accepted: ({ accepted_at, accepted_by }) =>
    ['Accepted', accepted_at && `on ${formatDay(accepted_at)}`, accepted_by && `by ${accepted_by}`]
      .filter(Boolean)
      .join(' '),
  collecting: () => 'Data collection has not closed',
  not_started: () => 'Not started',
  in_progress: ({ section_count, completed_section_count }) =>
    `${completed_section_count} of ${countOf(section_count, 'section')} complete`,
  answered: () => 'Everything is answered, but not marked complete',
  too_few_cases: () => 'Too few completed cases',
  queried: ({ query_count }) => countOf(query_count, 'unresolved query', 'unresolved queries'),
  correcting: () => 'Open for corrections',
  revoked: ({ revoked_at, reason_text }) =>
    `Acceptance revoked${revoked_at ? ` on ${formatDay(revoked_at)}` : ''}: ${reason_text}`,
  ready: () => 'Complete, not accepted'
}

export const acceptanceText = (row: Acceptance): string => stateTexts[row.acceptance_state](row)
