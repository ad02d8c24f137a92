import type { Migration } from '../migration.ts'

/** A code that confirms an address carries what it confirms. Calls of an address are no longer counted in the database. */
export const boundCodes: Migration = {
  name: '011-bound-codes',
  async up(make) {
    await make.run('alter table one_time_codes add column confirms jsonb')
    await make.run(`delete from attempts where attempt_kind = 'address'`)
  }
}
