import type { Migration } from '#server/database/migration.ts'

/** Until a lead signs a section off again, it says when it was reopened and whether the programme has changed its answers. */
export const changesAfterSignOff: Migration = {
  name: '002-changes-after-sign-off',
  async up(make) {
    await make.run(`alter table section_submissions
      add column reopened_after_sign_off_at timestamptz,
      add column changed_after_sign_off_at timestamptz`)
  }
}
