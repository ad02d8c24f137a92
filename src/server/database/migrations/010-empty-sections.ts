import type { Migration } from '#server/database/migration.ts'

/** Sections in which an organisation has nothing to report. */
export const emptySections: Migration = {
  name: '010-empty-sections',
  async up(make) {
    await make.run(`alter table section_submissions
      -- Why there is nothing to report; null if nobody has declared that.
      add column empty_reason text`)
    await make.run(`create index section_submissions_empty
      on section_submissions (programme_id, submission_id) where empty_reason is not null`)
    // A server of an earlier version reopens sections without knowing the column.
    await make.run(`create function withdraw_empty_reason() returns trigger language plpgsql as $$
      begin
        new.empty_reason := null;
        return new;
      end $$`)
    await make.run(`create trigger section_submissions_reopened before update on section_submissions for each row
      when (new.empty_reason is not null and new.status not in ('complete', 'signed_off'))
      execute function withdraw_empty_reason()`)
  }
}
