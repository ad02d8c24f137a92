import type { Migration } from '../migration.ts'

/** How a group's members were found, so that it can be found anew. Groups that were made before, and those whose members are chosen one by one, have none. */
export const peerGroupRules: Migration = {
  name: '018-peer-group-rules',
  async up(make) {
    await make.run('alter table peer_groups add column definition jsonb')
  }
}
