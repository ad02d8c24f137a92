import type { Migration } from '../migration.ts'

/** Whether a password is long enough without a second factor: a hash does not show it. */
export const longPasswords: Migration = {
  name: '026-long-passwords',
  async up(make) {
    await make.run('alter table users add column has_long_password boolean')
  }
}
