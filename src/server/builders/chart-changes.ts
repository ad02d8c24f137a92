// What follows from a change of a chart.
import { bumpDataVersion } from '../database/data-version.ts'
import type { Tx } from '../database/schema.ts'

/** Any change of a project's charts makes its calculated answers out of date. */
export const bumpChartVersion = (tx: Tx, programmeId: number, projectId: number): Promise<void> =>
  bumpDataVersion(tx, programmeId, projectId, 0)
