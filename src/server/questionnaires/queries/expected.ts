// What queries expected, computed on each read and never stored.

import type { CellSpread } from '#contract/cell-spread.ts'
import type { QueryRule } from '#contract/queries.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { isStrict } from '#domain/disclosure/visibility.ts'
import { requireProject, type ProjectPeriodKey } from '#server/auth/ownership.ts'
import { peerReader, spreadFor } from '#server/benchmarks/editions/cell-spread.ts'
import type { Database } from '#server/database/schema.ts'

type PeerReader = NonNullable<Awaited<ReturnType<typeof peerReader>>>

export interface ExpectedCell extends CellAddress {
  organisation_id: number
  lineage_id: number
  decimal_places: number | null
}

/**
 * Others' figures as the members of a submission's organisation may see them, for admins too. In strict projects that is what section 24 serves,
 * so neither being asked nor what was expected tells more.
 */
export async function expectedReader(
  database: Database,
  programmeId: number,
  projectPeriod: ProjectPeriodKey
) {
  const project = await requireProject(database, programmeId, projectPeriod.project_id)
  const isRestricted = isStrict(project.visibility)
  const peers = await peerReader(database, { programmeId, project, isRestricted }, projectPeriod)
  const cells = new Map<string, Awaited<ReturnType<PeerReader['read']>>>()
  return {
    /** Call before `spreadOf`. */
    async load(address: CellAddress): Promise<void> {
      if (peers && !cells.has(cellKey(address))) cells.set(cellKey(address), await peers.read(address))
    },
    spreadOf(cell: ExpectedCell): CellSpread | null {
      const known = cells.get(cellKey(cell))
      return known === undefined ? null : spreadFor(known, cell, cell.decimal_places)
    }
  }
}

export const expectsPeers = (rules: readonly QueryRule[]): boolean =>
  rules.some(({ rule_code }) => rule_code === 'outlier')
