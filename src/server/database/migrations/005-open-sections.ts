import type { Migration } from '#server/database/migration.ts'

/** Which section a session had open, and when it last said so: colleagues see who is there. */
export const openSections: Migration = {
  name: '005-open-sections',
  async up(make) {
    await make.run(`alter table sessions
      add column open_submission_id bigint,
      add column open_section_id bigint,
      add column open_seen_at timestamptz`)
    await make.index('sessions', 'open_submission_id, open_section_id')
  }
}
