// The member rules of the programme's peer groups: the provisioned rule, or one that names the members who were chosen on screen.

import type { StoredRule } from '#domain/disclosure/member-rule.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { StoredContent } from './stored-row.ts'

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
