import type { Migration } from '../migration.ts'

/** The text of a mail with a code goes when the mail is sent or the code has expired. */
export const mailedCodes: Migration = {
  name: '027-mailed-codes',
  async up(make) {
    await make.run(`alter table mails add column code_expires_at timestamptz`)
    // No code of before works for longer than an invitation's.
    await make.run(
      `update mails set code_expires_at = created_at + interval '7 days' where body_text ~ '(/verify/|[?&]code=)'`
    )
  }
}
