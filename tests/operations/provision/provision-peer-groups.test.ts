// The rules of peer groups that provisioning writes, and who is in them.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { editProgramme, editProject } from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { NOON, wards } from '#tests/support/seeded-database.ts'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

test('a rule determines the members of a peer group, and each run applies it again', async () => {
  const files = await workshop.exported()
  editProject(files, 'ward-staffing', file => {
    file.peer_groups.push({
      peer_group_name: 'Small',
      member_rule: { filters: { Size: ['Under 20 beds'], Region: ['North', 'South'] } }
    })
  })
  await workshop.run(files)
  const members = await membersOf('Small')
  const expected = await workshop.database
    .selectFrom('submissions as s')
    .innerJoin('submission_filter_options as x', 'x.submission_id', 's.submission_id')
    .innerJoin('filter_options as o', 'o.filter_option_id', 'x.filter_option_id')
    .innerJoin('projects as p', 'p.project_id', 's.project_id')
    .select(['s.lineage_id', 's.submission_id', 'o.option_name'])
    .where('s.programme_id', '=', wards.programmeId)
    .where('p.project_code', '=', 'ward-staffing')
    .execute()
  const names = Map.groupBy(expected, row => row.submission_id)
  const meant = [...names.values()]
    .filter(
      rows =>
        rows.some(row => row.option_name === 'Under 20 beds') &&
        rows.some(row => ['North', 'South'].includes(row.option_name))
    )
    .map(([row]) => row?.lineage_id ?? 0)
  expect(meant.length).toBeGreaterThan(0)
  expect(members).toEqual([...new Set(meant)].toSorted((a, b) => a - b))
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.'])
})

test('a rule in a file replaces the rules that were set on screen', async () => {
  const name = 'Small'
  const made = { kind: 'rules', filters: [] }
  const ruleOf = async () =>
    (
      await workshop.database
        .selectFrom('peer_groups')
        .select('member_rule')
        .where('programme_id', '=', wards.programmeId)
        .where('peer_group_name', '=', name)
        .executeTakeFirstOrThrow()
    ).member_rule
  await workshop.database
    .updateTable('peer_groups')
    .set({ member_rule: JSON.stringify(made) })
    .where('programme_id', '=', wards.programmeId)
    .where('peer_group_name', '=', name)
    .execute()
  const files = await workshop.exported()
  await workshop.run(files)
  expect(await ruleOf()).toEqual(made)
  editProject(files, 'ward-staffing', file => {
    const group = file.peer_groups.find(one => one.peer_group_name === name)!
    group.member_rule = { filters: { Region: ['North'] } }
  })
  await workshop.run(files)
  expect(await ruleOf()).toEqual({ kind: 'file', filters: { Region: ['North'] }, submissions: [] })
})

test('rules that were set on screen follow renamed filters and options, whoever owns the group', async () => {
  const { database } = workshop
  const filter = await database
    .selectFrom('filters')
    .select('filter_id')
    .where('programme_id', '=', wards.programmeId)
    .where('filter_name', '=', 'Size')
    .executeTakeFirstOrThrow()
  const { user_id } = await database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', wards.programmeId)
    .executeTakeFirstOrThrow()
  const { project_id } = await database
    .selectFrom('projects')
    .select('project_id')
    .where('programme_id', '=', wards.programmeId)
    .where('project_code', '=', 'ward-staffing')
    .executeTakeFirstOrThrow()
  const ruleWith = (filter_name: string, ...options: string[]) => ({
    kind: 'rules',
    filters: [{ ...filter, filter_name, option_list: options.map(option_name => ({ option_name })) }]
  })
  const { peer_group_id } = await database
    .insertInto('peer_groups')
    .values({
      programme_id: wards.programmeId,
      project_id,
      user_id,
      organisation_id: null,
      owner_type: 'user',
      peer_group_name: 'Mine',
      description: '',
      created_at: NOON,
      member_rule: JSON.stringify(ruleWith('Size', 'Under 20 beds', '20 to 28 beds'))
    })
    .returning('peer_group_id')
    .executeTakeFirstOrThrow()
  const files = await workshop.exported()
  editProgramme(files, file => {
    const size = file.filters.find(({ filter_name }) => filter_name === 'Size')!
    Object.assign(size, { filter_name: 'Beds', was: 'Size' })
    size.options[0] = { option_name: 'Few', was: 'Under 20 beds' }
  })
  for (const [path, content] of files)
    if (/project\.json$|\.csv$/.test(path))
      files.set(
        path,
        String(content)
          .replaceAll(',Size', ',Beds')
          .replaceAll('"Size"', '"Beds"')
          .replaceAll('Under 20 beds', 'Few')
      )
  expect((await workshop.run(files)).join('\n')).not.toContain('refused')
  const { member_rule } = await database
    .selectFrom('peer_groups')
    .select('member_rule')
    .where('programme_id', '=', wards.programmeId)
    .where('peer_group_id', '=', peer_group_id)
    .executeTakeFirstOrThrow()
  expect(member_rule).toEqual(ruleWith('Beds', 'Few', '20 to 28 beds'))
})

async function membersOf(name: string): Promise<number[]> {
  const rows = await workshop.database
    .selectFrom('peer_group_memberships as m')
    .innerJoin('peer_groups as g', 'g.peer_group_id', 'm.peer_group_id')
    .select('m.lineage_id')
    .where('m.programme_id', '=', wards.programmeId)
    .where('g.peer_group_name', '=', name)
    .orderBy('m.lineage_id')
    .execute()
  return rows.map(({ lineage_id }) => lineage_id)
}
