// A request of every writing operation, to be sent on a stage.

import type { WritingName } from '#tests/support/races/race.ts'
import { acceptanceActs } from './acceptance-acts.ts'
import { accountActs } from './account-acts.ts'
import type { Act } from './act.ts'
import { answerActs } from './answer-acts.ts'
import { comparisonActs } from './comparison-acts.ts'
import { peerGroupActs } from './peer-group-acts.ts'
import { queryActs } from './query-acts.ts'
import { registrationActs } from './registration-acts.ts'
import { reminderActs } from './reminder-acts.ts'
import { structureActs } from './structure-acts.ts'

/** A writing operation without a request is a type error here. */
export const allActs: Record<WritingName, readonly Act[]> = {
  ...answerActs,
  ...structureActs,
  ...registrationActs,
  ...comparisonActs,
  ...peerGroupActs,
  ...accountActs,
  ...reminderActs,
  ...acceptanceActs,
  ...queryActs
}
