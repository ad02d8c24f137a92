// Bumps versions after a change of a chart.

import { bumpDataVersion } from '#server/database/data-version.ts'
import type { Tx } from '#server/database/schema.ts'

/** Any change of a project's charts makes its cached replies outdated. */
export const bumpChartVersion = (tx: Tx, programmeId: number, projectId: number): Promise<void> =>
  bumpDataVersion(tx, programmeId, projectId, 0)
