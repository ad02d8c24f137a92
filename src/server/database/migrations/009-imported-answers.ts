import type { Migration } from '#server/database/migration.ts'

/** Answers that a file brought: who entered them where the file comes from, and when. */
export const importedAnswers: Migration = {
  name: '009-imported-answers',
  async up(make) {
    for (const table of ['answers', 'answer_versions'])
      await make.run(`alter table ${table}
        -- Null unless the value was imported; empty if its file names nobody.
        add column source_author text,
        add column source_time timestamptz`)
    await make.run(`alter table section_submissions
      -- Its status comes from a file, and nobody has saved the section since.
      add column is_imported boolean not null default false`)
  }
}
