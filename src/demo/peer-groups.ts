import { insertRows } from '#server/database/bulk.ts'
import type { Seeding } from './seeding.ts'
import type { SeededProject } from './structure.ts'
import type { SeededUnit } from './submissions.ts'

/** Seeds programme groups by kind, size and region, and a group of the demo accounts' organisation that is too small to compare with. */
export async function seedPeerGroups(
  { tx, programmeId, kinds, sizes, now }: Seeding,
  project: SeededProject,
  units: readonly SeededUnit[]
): Promise<void> {
  const own = units[0]
  if (!own) return
  const [kind = ''] = kinds
  const [, medium = '', large = ''] = sizes
  const groups = [
    {
      name: `${kind}, ${medium.toLowerCase()}`,
      isMember: (unit: SeededUnit) => unit.kind === kind && unit.sizeName === medium
    },
    { name: `All ${kind.toLowerCase()}`, isMember: (unit: SeededUnit) => unit.kind === kind },
    {
      name: `${own.organisation.type} in ${own.organisation.region}`,
      isMember: (unit: SeededUnit) =>
        unit.organisation.type === own.organisation.type &&
        unit.organisation.region === own.organisation.region
    },
    { name: large, isMember: (unit: SeededUnit) => unit.sizeName === large }
  ]
  const rows = groups.map(group => ({
    programme_id: programmeId,
    peer_group_name: group.name,
    description: 'Created by the programme.',
    project_id: project.projectId,
    owner_type: 'programme',
    organisation_id: null as number | null,
    created_at: now
  }))
  rows.push({
    ...rows[0]!,
    peer_group_name: 'Our sites',
    description: 'Only your organisation’s.',
    owner_type: 'organisation',
    organisation_id: own.organisation.organisationId
  })
  const ids = await insertRows(tx, 'peer_groups', rows, 'peer_group_id')
  const members = [
    ...groups.map(group => units.filter(group.isMember)),
    units.filter(unit => unit.ownNumber !== null)
  ]
  await insertRows(
    tx,
    'peer_group_memberships',
    members.flatMap((group, index) =>
      group.map(unit => ({
        programme_id: programmeId,
        peer_group_id: ids[index],
        lineage_id: unit.lineageId
      }))
    )
  )
}
