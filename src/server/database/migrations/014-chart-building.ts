import type { Migration } from '../migration.ts'

/** Who changed a chart last, so that two who build it at once can tell; tabs that are not wanted; and figures that are subtracted. */
export const chartBuilding: Migration = {
  name: '014-chart-building',
  async up(make) {
    await make.run('alter table charts add column updated_at timestamptz')
    await make.run('alter table charts add column updated_by_user_id bigint')
    await make.run(`alter table charts add foreign key (programme_id, updated_by_user_id)
      references users (programme_id, user_id)`)
    await make.run(`alter table charts add column hidden_output_names text[] not null default '{}'`)
    await make.run('alter table chart_parameters add column factor double precision not null default 1')
  }
}
