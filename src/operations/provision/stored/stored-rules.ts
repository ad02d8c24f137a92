// The member rules of the programme's peer groups: the provisioned rule, or one that names the members who were chosen on screen. Also the rules
// that were set on screen, whoever owns the group.

import type { StoredRule } from '#domain/disclosure/member-rule.ts'
import { nameOfKey } from '#operations/provision/content.ts'
import type { RowChange } from '#operations/provision/difference.ts'
import { formerName } from '#operations/provision/renames.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { rowId, type StoredContent } from './stored-row.ts'

export async function addMemberRules(
  database: Database,
  programmeId: number,
  content: StoredContent
): Promise<void> {
  const groups = [...content.peer_groups.values()].filter(group => {
    const rule = group.values['member_rule'] as unknown as StoredRule | null
    if (rule?.kind !== 'file') return true
    const { filters, submissions } = rule
    group.values['member_rule'] = { filters, submissions }
    return false
  })
  if (groups.length === 0) return
  const members = await database
    .selectFrom('peer_group_memberships as m')
    .innerJoin('peer_groups as g', join => inProgramme(join, 'g', 'm', 'peer_group_id'))
    .innerJoin('submissions as s', join =>
      inProgramme(join, 's', 'm', 'lineage_id').onRef('s.project_id', '=', 'g.project_id')
    )
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .select(['m.peer_group_id', 'm.lineage_id', 'o.organisation_code', 's.submission_code'])
    .where('m.programme_id', '=', programmeId)
    .orderBy('s.time_period_id', 'desc')
    .execute()
  for (const group of groups) {
    const own = members.filter(member => member.peer_group_id === group.identity['peer_group_id'])
    // Named as in the newest period.
    const newest = [...new Map(own.toReversed().map(member => [member.lineage_id, member])).values()]
    const submissions = newest.map(member => `${member.organisation_code}/${member.submission_code}`)
    group.values['member_rule'] = { filters: {}, submissions: submissions.toSorted() }
  }
}

/** Rules that were set on screen name options, so they follow renamed filters and options as kept rules of files do (src/operations/provision/keep-omitted.ts). */
export async function renameInDefinitions(
  tx: Tx,
  programmeId: number,
  changes: readonly RowChange[]
): Promise<void> {
  const renamed = changes.filter(change => formerName(change) !== undefined)
  /** New names: of filters by id, of options by the filter's id and the former name. */
  const names = new Map(
    renamed.flatMap((change): [string, string][] => {
      const { stored, desired } = change
      const name = nameOfKey(desired.key)
      if (stored.kind === 'filters') return [[String(rowId(stored)), name]]
      return stored.kind === 'filter_options'
        ? [[`${stored.owner['filter_id']} ${formerName(change)}`, name]]
        : []
    })
  )
  if (names.size === 0) return
  const groups = await tx
    .selectFrom('peer_groups')
    .select(['peer_group_id', 'member_rule'])
    .where('programme_id', '=', programmeId)
    .orderBy('peer_group_id')
    .forNoKeyUpdate()
    .execute()
  for (const { peer_group_id, member_rule } of groups) {
    if (member_rule?.kind !== 'rules') continue
    const filters = member_rule.filters.map(({ filter_id, filter_name, option_list }) => ({
      filter_id,
      filter_name: names.get(String(filter_id)) ?? filter_name,
      option_list: option_list.map(({ option_name }) => ({
        option_name: names.get(`${filter_id} ${option_name}`) ?? option_name
      }))
    }))
    await tx
      .updateTable('peer_groups')
      .set({ member_rule: JSON.stringify({ kind: 'rules', filters }) })
      .where(eb => eb.and({ programme_id: programmeId, peer_group_id }))
      .execute()
  }
}
