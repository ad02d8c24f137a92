// What a failed attempt to send a mail means for the mail and for those behind it.

import { messageOf } from '#lib/text/message-of.ts'

export interface MailFailure {
  /** `refused`: for good, by a 5xx about this recipient or message. `delayed`: this mail later. `outage`: no mail can be sent now. */
  kind: 'refused' | 'delayed' | 'outage'
  /** The server's own words, if any. */
  reason: string
  /** Whether the server certainly did not take the mail. */
  isUndelivered: boolean
}

/** SMTP commands whose refusal concerns one mail. A refusal of others concerns the sender or the connection. */
const COMMANDS_OF_MAIL: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA'])

/**
 * Classifies an error of nodemailer's `sendMail`. `isHandedOver`: the whole message had been written to the connection, so that without a reply
 * (RFC 5321, 4.5.4.2) nobody knows whether the server has taken it.
 */
export function judgeFailure(error: unknown, isHandedOver: boolean): MailFailure {
  const { responseCode, response, command, code } = error as Partial<Record<string, unknown>>
  const reason = typeof response === 'string' ? response : messageOf(error)
  // Refused by nodemailer itself: the address or message can never be sent.
  if (command === 'API' && code === 'EENVELOPE') return { kind: 'refused', reason, isUndelivered: true }
  if (typeof responseCode !== 'number') return { kind: 'outage', reason, isUndelivered: !isHandedOver }
  const isAboutMail = COMMANDS_OF_MAIL.has(command)
  // 421: the server closes the connection, whatever the command was.
  if (!isAboutMail || responseCode === 421) return { kind: 'outage', reason, isUndelivered: true }
  return { kind: responseCode >= 500 ? 'refused' : 'delayed', reason, isUndelivered: true }
}
