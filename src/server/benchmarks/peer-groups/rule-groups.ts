// Peer groups of the programme whose members follow from a file's rule (src/domain/disclosure/member-rule.ts).

import { sql, type RawBuilder } from 'kysely'
import { bumpDataVersions } from '#server/database/data-version.ts'
import type { Tx } from '#server/database/schema.ts'

/** A group whose members follow from a file's rule. */
export const HAS_FILE_RULE: RawBuilder<boolean> = sql`member_rule ->> 'kind' = 'file'`

/** Replaces the members with those that currently match the rules. A unit matches if any of its submissions to the project does. */
export async function fillRuleGroups(tx: Tx, programmeId: number): Promise<void> {
  const named = sql`
    select distinct g.peer_group_id, s.lineage_id
    from peer_groups g
    join submissions s on s.programme_id = g.programme_id and s.project_id = g.project_id
    join organisations o on o.programme_id = s.programme_id and o.organisation_id = s.organisation_id
    where g.programme_id = ${programmeId} and ${HAS_FILE_RULE} and (
        g.member_rule -> 'submissions' ? (o.organisation_code || '/' || s.submission_code)
        or (g.member_rule -> 'filters' <> '{}'::jsonb and not exists (
          select 1 from jsonb_each(g.member_rule -> 'filters') f (filter_name, options)
          where not exists (
            select 1 from submission_filter_options x
            join filter_options p on p.programme_id = x.programme_id and p.filter_option_id = x.filter_option_id
            join filters i on i.programme_id = p.programme_id and i.filter_id = p.filter_id
            where x.programme_id = ${programmeId} and x.submission_id = s.submission_id and i.filter_name = f.filter_name
              and f.options ? p.option_name))))`
  // A group whose members were just chosen by hand no longer has a rule.
  await sql`
    select 1 from peer_groups where programme_id = ${programmeId} and ${HAS_FILE_RULE}
    order by peer_group_id for no key update`.execute(tx)
  const left = await sql<{ peer_group_id: number }>`
    delete from peer_group_memberships m using peer_groups h
    where m.programme_id = ${programmeId} and h.programme_id = ${programmeId}
      and h.peer_group_id = m.peer_group_id and ${HAS_FILE_RULE}
      and not exists (select 1 from (${named}) n where n.peer_group_id = m.peer_group_id and n.lineage_id = m.lineage_id)
    returning m.peer_group_id`.execute(tx)
  const joined = await sql<{ peer_group_id: number }>`
    insert into peer_group_memberships (programme_id, peer_group_id, lineage_id)
    select ${programmeId}, n.peer_group_id, n.lineage_id from (${named}) n
    on conflict (programme_id, peer_group_id, lineage_id) do nothing
    returning peer_group_id`.execute(tx)
  const groups = [...left.rows, ...joined.rows].map(row => row.peer_group_id)
  if (groups.length === 0) return
  const projects = await tx
    .selectFrom('peer_groups')
    .select('project_id')
    .distinct()
    .where('programme_id', '=', programmeId)
    .where('peer_group_id', 'in', [...new Set(groups)])
    .execute()
  // Averages calculated with the previous members are out of date.
  await bumpDataVersions(
    tx,
    programmeId,
    projects.map(({ project_id }) => project_id)
  )
}
