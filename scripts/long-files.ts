// The longest test files, of which a run of everything takes half, as the commit selects (`halfInTurn`). What they go through as a whole, shorter tests
// check piece by piece at every commit.

import { globSync } from 'node:fs'

const found = (...patterns: string[]): string[] => globSync(patterns).toSorted()

export const browserFiles = found('tests/{journeys,gates}/*.spec.ts')

/** The first visit and the story of a whole programme run at every commit. */
const everyTime = new Set(found('tests/journeys/{first-path,journeys}.spec.ts'))
export const longBrowserFiles = browserFiles.filter(file => !everyTime.has(file))

export const longServerFiles = found(
  'tests/operations/museum-club.engine.test.ts',
  'tests/operations/backup/*.test.ts',
  'tests/server/{exposure,foreign-data,private-files,serving}.test.ts',
  'tests/server/auth/{password-queue,rate-limits,stale-credentials.engine}.test.ts',
  'tests/server/benchmarks/{chart-evictions,disclosure-replies,recomputed-selections}.test.ts',
  'tests/server/database/{migrations,statistics}.engine.test.ts'
)

/** Commands, which start processes. `npm start` is tried at every commit. */
export const longBuildFiles = found(
  'tests/operations/doctor/*.test.ts',
  'tests/operations/publish/publish-{folder,leftovers,removed,rollback,shared}.test.ts',
  'tests/scripts/{beside-a-broken-programme,commands,dev-restart,install}.test.ts',
  'tests/scripts/{programme-commands,provisioning,untrusted-commands}.test.ts'
)
