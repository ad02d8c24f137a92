import { BEFORE_RELEASE, type Migration } from '../migration.ts'

/** One column says how a group's members are found, whether a file or somebody on screen said so. */
export const oneMemberRule: Migration = {
  name: '022-one-member-rule',
  contracts: BEFORE_RELEASE,
  async up(make) {
    await make.run(
      `update peer_groups set member_rule = '{"kind": "file"}'::jsonb || member_rule where member_rule is not null`
    )
    await make.run(
      'update peer_groups set member_rule = definition where member_rule is null and definition is not null'
    )
    await make.run('alter table peer_groups drop column definition')
  }
}
