// The race of every writing operation.

import { chartBuilding } from '#tests/support/chart-building.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useRegistering } from '#tests/support/registration-steps.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import type { TestServer } from '#tests/support/server.ts'
import { acceptanceRaces } from './acceptance-races.ts'
import { accountRaces } from './account-races.ts'
import { chartRaces } from './chart-races.ts'
import { editionRaces } from './edition-races.ts'
import { peerGroupRaces } from './peer-group-races.ts'
import { queryRaces } from './query-races.ts'
import { questionnaireRaces } from './questionnaire-races.ts'
import type { Arena, Scenario, WritingName } from './race.ts'
import { registrationRaces } from './registration-races.ts'
import { reminderRaces } from './reminder-races.ts'
import { sessionRaces } from './session-races.ts'
import { structureRaces } from './structure-races.ts'

export const arenaOf = (server: TestServer): Arena => ({
  server,
  registering: useRegistering(server),
  building: questionnaireBuilding(server),
  charting: chartBuilding(server),
  grouping: peerGrouping(server),
  saving: savingOn(server)
})

/** A writing operation without a race is a type error, and fails the test. */
export const scenarios: Record<WritingName, Scenario> = {
  ...sessionRaces,
  ...accountRaces,
  ...registrationRaces,
  ...questionnaireRaces,
  ...structureRaces,
  ...chartRaces,
  ...editionRaces,
  ...peerGroupRaces,
  ...reminderRaces,
  ...acceptanceRaces,
  ...queryRaces
}
