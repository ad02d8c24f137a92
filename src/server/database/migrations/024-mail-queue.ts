import type { Migration } from '../migration.ts'

/** A mail is tried at certain times, counts its attempts and keeps what the mail server said. */
export const mailQueue: Migration = {
  name: '024-mail-queue',
  async up(make) {
    await make.run(`alter table mails add column due_at timestamptz default now()`)
    await make.run(`alter table mails add column attempt_count integer not null default 0`)
    await make.run(`alter table mails add column unconfirmed_count integer not null default 0`)
    await make.run(`alter table mails add column failed_at timestamptz`)
    await make.run(`alter table mails add column failure text`)
    await make.run(`update mails set due_at = null where sent_at is not null`)
    // Only what is waiting is in this index, so that all programmes are searched at once in a few pages.
    await make.run(`create index mails_by_due_at on mails (programme_id, due_at) where due_at is not null`)
    await make.index('mails', 'recipient, mail_id')
  }
}
