import type { Migration } from '#server/database/migration.ts'

/** Correction windows of single cells, and what each daily email was about. */
export const correctionCells: Migration = {
  name: '011-correction-cells',
  async up(make) {
    // A server of an earlier version does not know the new kind, so what it opens stays closed there.
    await make.run('alter table correction_windows drop constraint correction_windows_window_kind_check')
    await make.run(`alter table correction_windows
      -- The cells that it opens; null for all of its part.
      add column cells jsonb`)
    await make.run(`alter table query_mails
      -- The queries and windows that it named; null if a server of an earlier version sent it.
      add column named jsonb`)
  }
}
