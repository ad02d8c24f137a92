import { BEFORE_RELEASE, type Migration } from '../migration.ts'

/** Three kinds of project instead of two, and deletes results that were cached for readers who may now see less. */
export const visibility: Migration = {
  name: '012-visibility',
  contracts: BEFORE_RELEASE,
  async up(make) {
    await make.run(`alter table projects add column visibility text not null default 'named'
      check (visibility in ('named', 'anonymous', 'aggregate'))`)
    await make.run(`update projects set visibility = 'anonymous' where is_anonymous`)
    await make.run('alter table projects drop column is_anonymous')
    await make.run('delete from chart_cache')
  }
}
