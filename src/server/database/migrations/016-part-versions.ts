import type { Migration } from '../migration.ts'

/** The parts of a questionnaire get versions, as its questions have them, so that a change based on an older one is noticed. */
export const partVersions: Migration = {
  name: '016-part-versions',
  async up(make) {
    for (const table of ['sections', 'sub_sections', 'sub_section_rows', 'sub_section_columns'])
      await make.run(`alter table ${table} add column version integer not null default 1`)
  }
}
