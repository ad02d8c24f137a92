import type { Migration } from '../migration.ts'

/** What the values of a chart are: proportions, rates and means have intervals. An older server leaves the column as it is. */
export const statistics: Migration = {
  name: '017-statistics',
  async up(make) {
    await make.run(`alter table charts add column statistic text not null default 'none'`)
  }
}
