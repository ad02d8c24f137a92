import type { Migration } from '#server/database/migration.ts'

/** The most that a migration may do without declaring a contraction: more columns in every table, and a table that refers to one. */
export const expanding = (tables: ReadonlySet<string>): Migration => ({
  name: '999-newer',
  async up(make) {
    for (const table of tables) {
      await make.run(`alter table ${table} add column added_later text`)
      await make.run(`alter table ${table} add column counted_later integer not null default 7`)
    }
    await make.table(
      'added_later',
      `programme_id bigint not null, user_id bigint not null, primary key (programme_id, user_id),
      foreign key (programme_id, user_id) references users (programme_id, user_id)`
    )
    await make.run('create unique index users_by_added_later on users (programme_id, added_later)')
  }
})
