// The longest test files. A run of everything takes a fifth of them, selected by the commit (`fifthInTurn`); shorter tests check the same parts one by one
// at every commit.

import { globSync } from 'node:fs'

const found = (...patterns: string[]): string[] => globSync(patterns).toSorted()

export const browserFiles = found('tests/{journeys,gates}/*.spec.ts')

/** The first visit and the story of a whole programme run at every commit. */
const everyTime = new Set(found('tests/journeys/{first-path,journeys}.spec.ts'))
export const longBrowserFiles = browserFiles.filter(file => !everyTime.has(file))

/** Without the tests of what people may not see: these run at every commit. */
export const longServerFiles = found(
  'tests/operations/museum-club.engine.test.ts',
  'tests/operations/backup/*.test.ts',
  'tests/operations/provision/answers-round-trip.engine.test.ts',
  'tests/operations/provision/provision-{limits,random,statements}.test.ts',
  'tests/operations/provision/provision-publishing.engine.test.ts',
  'tests/server/serving.test.ts',
  'tests/server/auth/{password-queue,rate-limits}.test.ts',
  'tests/server/benchmarks/{chart-evictions,recomputed-selections}.test.ts',
  'tests/server/builders/questionnaire-limits-everywhere.test.ts',
  'tests/server/database/{migrations,pairs,programme-turns,statistics}.engine.test.ts'
)

/** Screens on slow connections, without parts of the API, at every address, and with everything that a role can press. */
export const longClientFiles = found(
  'tests/browser/app/{missing-lists,refused-choices,role-actions,specified-api,unknown-addresses,without-additions}.page.test.{ts,tsx}',
  'tests/browser/features/data-collection/{download-answers,short-journeys,spoken-while-typing}.page.test.tsx',
  'tests/browser/questionnaire-builder/{by-parts,queued-changes,slow-saves,undo}.page.test.{ts,tsx}'
)

/** Commands, which start processes. `npm start` is tried at every commit. */
export const longBuildFiles = found(
  'tests/operations/doctor/*.test.ts',
  'tests/operations/publish/publish-{folder,follow-up,leftovers,removed,rollback,shared}.test.ts',
  'tests/scripts/{beside-a-broken-programme,commands,database-command,dev-restart,install}.test.ts',
  'tests/scripts/{programme-commands,provisioning,untrusted-commands}.test.ts'
)
