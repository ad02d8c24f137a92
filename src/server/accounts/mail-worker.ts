// Sends the mails of all programmes by SMTP.

import { createTransport } from 'nodemailer'
import type { Database } from '#server/database/schema.ts'
import type { Log } from '#server/http/log.ts'
import { siteUrl, type RunningProgramme } from '#server/http/programme.ts'
import { judgeFailure, type MailFailure } from './mail-failure.ts'
import {
  backoffMs,
  findDue,
  giveUpMail,
  leaseMail,
  markDelayed,
  markFailed,
  markSent,
  reasonToGiveUp,
  type QueuedMail
} from './mail-queue.ts'

const BATCH = 20
const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
/** Of one mail, from connecting to the server's last word; shorter than a lease. */
const SEND_MS = 60_000
const MAX_OUTAGE_EXPONENT = 3

export interface MailWorkerOptions {
  database: Database
  programmes: readonly RunningProgramme[]
  smtpUrl: string
  from: string
  clock: () => Date
  log: Log
  /** How long one mail may take in all, in milliseconds. */
  sendMs?: number
}

export interface MailWorker {
  /** Sends what is due now. Returns how many mails the server took. */
  round(): Promise<number>
  /** Stops, even in the middle of a mail: the next worker sends it again. */
  close(): Promise<void>
}

/**
 * Sends waiting mails in rounds. Several processes may share a database: each mail is leased before it is sent. When the mail server cannot
 * be reached, no further mail is tried until a pause has passed.
 */
export function createMailWorker(options: MailWorkerOptions): MailWorker {
  const { database, programmes, clock, log } = options
  const stopping = new AbortController()
  let running: Promise<number> | null = null
  let outageCount = 0
  let pausedUntil = 0

  /** After an outage the other mails wait too. */
  const handle = async (mail: QueuedMail): Promise<'sent' | 'handled' | 'outage'> => {
    const reason = reasonToGiveUp(mail, clock())
    if (reason !== null) {
      await giveUpMail(database, mail, clock(), reason)
      return 'handled'
    }
    if (!(await leaseMail(database, mail, clock()))) return 'handled'
    const failure = await sendMail(options, mail, stopping.signal)
    if (failure === null) await markSent(database, mail, clock())
    else await recordMailFailure(database, mail, failure, clock())
    if (failure === null) return 'sent'
    log('error', 'mail not sent', { mail_id: mail.mail_id, message: failure.reason })
    return failure.kind === 'outage' ? 'outage' : 'handled'
  }

  const deliver = async (): Promise<number> => {
    let sent = 0
    if (clock().getTime() < pausedUntil) return sent
    for (let count = BATCH; count === BATCH;) {
      const ids = programmes.map(({ programmeId }) => programmeId)
      const due = await findDue(database, ids, clock(), BATCH)
      count = due.length
      for (const mail of due) {
        if (stopping.signal.aborted) return sent
        const outcome = await handle(mail)
        if (outcome === 'outage') {
          pausedUntil = clock().getTime() + backoffMs(Math.min(outageCount, MAX_OUTAGE_EXPONENT))
          outageCount += 1
          return sent
        }
        if (outcome === 'sent') {
          outageCount = 0
          sent += 1
        }
      }
    }
    return sent
  }

  const round = (): Promise<number> => {
    running ??= deliver().finally(() => {
      running = null
    })
    return running
  }
  return {
    round,
    async close() {
      stopping.abort()
      await running?.catch(() => undefined)
    }
  }
}

const recordMailFailure = (database: Database, mail: QueuedMail, failure: MailFailure, now: Date) =>
  failure.kind === 'refused'
    ? markFailed(database, mail, now, failure.reason)
    : markDelayed(database, mail, now, failure)

/** Hands one mail to the mail server. Returns null, or why it did not take it. */
async function sendMail(
  { programmes, smtpUrl, from, sendMs = SEND_MS }: MailWorkerOptions,
  mail: QueuedMail,
  stopped: AbortSignal
): Promise<MailFailure | null> {
  const programme = programmes.find(({ programmeId }) => programmeId === mail.programme_id)
  let isHandedOver = false
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // nodemailer logs when the whole message was sent. If the connection breaks after that, the server may have accepted the mail.
    logger: transportLog(entry => {
      if (entry.tnx === 'message') isHandedOver = true
    })
  })
  try {
    await transport.sendMail({
      from: programme ? { name: programme.programmeName, address: from } : from,
      ...(programme?.supportEmail !== undefined && { replyTo: programme.supportEmail }),
      // The same for each attempt, so that a mailbox can recognise a second copy.
      messageId: messageIdOf(mail, programme, from),
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body_text,
      signal: AbortSignal.any([stopped, AbortSignal.timeout(sendMs)])
    })
    return null
  } catch (error) {
    return judgeFailure(error, isHandedOver)
  } finally {
    transport.close()
  }
}

const messageIdOf = (mail: QueuedMail, programme: RunningProgramme | undefined, from: string): string => {
  const host = programme ? new URL(siteUrl(programme)).hostname : (from.split('@')[1] ?? 'localhost')
  return `<${mail.programme_id}.${mail.mail_id}.${mail.created_at.getTime()}@${host}>`
}

/** A logger for nodemailer that only passes on its entries. */
function transportLog(read: (entry: { tnx?: unknown }) => void) {
  const write = (entry: { tnx?: unknown }): void => read(entry)
  return {
    level: () => undefined,
    trace: write,
    debug: write,
    info: write,
    warn: write,
    error: write,
    fatal: write
  }
}
