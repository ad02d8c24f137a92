// Without a mail server the mails are read here, on this machine only, because they contain links that give
// access to accounts.

import type { Hono } from 'hono'
import { html } from 'hono/html'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import type { AppEnvironment } from '#server/http/environment.ts'
import { isLocalRequest } from '#server/http/local-request.ts'
import type { RunningProgramme } from '#server/http/programme.ts'

const MAX_MAILS = 50

export interface OutboxMail {
  mail_id: number
  recipient: string
  subject: string
  body_text: string
  created_at: Date
}

/** The newest mails of these programmes, newest first, found by one statement; with `after`, only those since that id. */
const readOutbox = (
  database: Database,
  programmes: readonly RunningProgramme[],
  after = 0
): Promise<OutboxMail[]> =>
  database
    .selectFrom('mails')
    .select(['mail_id', 'recipient', 'subject', 'body_text', 'created_at'])
    .where(
      'programme_id',
      '=',
      sql<number>`any(cast(${programmes.map(({ programmeId }) => programmeId)} as integer[]))`
    )
    .where('mail_id', '>', after)
    .orderBy('mail_id', 'desc')
    .limit(MAX_MAILS)
    .execute()

const OUTBOX_STYLE = `body{font:14px/20px system-ui,sans-serif;max-width:720px;margin:32px auto;padding:0 24px;color:#18202c}
article{border-top:1px solid #e4e8ee;padding:12px 0}pre{white-space:pre-wrap;font:13px/18px ui-monospace,monospace;background:#eff2f6;padding:12px;border-radius:6px}`

const linkAddresses = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part))

export function outboxRoute(
  app: Hono<AppEnvironment>,
  database: Database,
  programmes: readonly RunningProgramme[]
): void {
  app.get('/outbox', async context => {
    if (!isLocalRequest(context))
      return context.json({ detail: 'The outbox can be opened only on the computer that runs the API.' }, 403)
    const mails = await readOutbox(database, programmes)
    context.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    )
    return context.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <title>Outbox</title>
            <style>
              ${OUTBOX_STYLE}
            </style>
          </head>
          <body>
            <h1>Outbox</h1>
            <p>
              There is no mail server (SMTP_URL), so mails stay here.
              ${mails.length === 0 ? 'There are none yet.' : ''}
            </p>
            ${mails.map(
              mail =>
                html`<article>
                  <h2>${mail.subject}</h2>
                  <p>to ${mail.recipient}, ${mail.created_at.toISOString()}</p>
                  <pre>${linkAddresses(mail.body_text)}</pre>
                </article>`
            )}
          </body>
        </html>`
    )
  })
}

const REFRESH_MS = 2000

/** Calls back for every new mail. Returns a function that stops it. */
export async function watchOutbox(
  database: Database,
  programmes: readonly RunningProgramme[],
  onMail: (mail: OutboxMail) => void
): Promise<() => void> {
  let last = 0
  const look = async (isFirst: boolean): Promise<void> => {
    const mails = await readOutbox(database, programmes, last)
    last = mails[0]?.mail_id ?? last
    if (!isFirst) for (const mail of mails.toReversed()) onMail(mail)
  }
  await look(true)
  const timer = setInterval(() => void look(false).catch(() => undefined), REFRESH_MS)
  return () => clearInterval(timer)
}
