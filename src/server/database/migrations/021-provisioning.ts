import type { Migration } from '../migration.ts'

/** The names that files have for questions, and the rule by which a programme's peer group was provisioned. An older server leaves both. */
export const provisioning: Migration = {
  name: '021-provisioning',
  async up(make) {
    await make.run('alter table questions add column question_code text')
    await make.run(
      'create unique index questions_by_code on questions (programme_id, project_id, question_code)'
    )
    await make.run('alter table peer_groups add column member_rule jsonb')
  }
}
