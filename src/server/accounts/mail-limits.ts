// How many mails an address gets in an hour. Anyone can request mails to any address: each kind of mail and each requester has its
// own limit, so that nobody can use up the limit of the address's owner.

import { linksAnHour } from '#domain/people/link-lifetimes.ts'
import { DAY_MS, HOUR_MS } from '#lib/time/clock.ts'
import { mayAttempt } from '#server/auth/lockout.ts'
import { lockName } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'

/** Mails of one kind to one address in an hour: those that one requester causes, and all together. */
const mailLimits = {
  /** Two people behind one network address may register the same address; each gets the three mails of quality 2. */
  registration: { ofRequester: 6, ofAll: 24 },
  resend: { ofRequester: linksAnHour.verify_email, ofAll: 8 },
  password: { ofRequester: linksAnHour.reset_password, ofAll: 12 },
  invitation: { ofRequester: linksAnHour.invite, ofAll: 3 },
  decision: { ofRequester: 3, ofAll: 3 }
} as const

export interface RequestedMail {
  kind: keyof typeof mailLimits
  programmeId: number
  emailAddress: string
  /** The requester: a network address or a user. */
  requester: string
}

/** Counts a mail and returns whether this hour's limits allow it. */
export async function mayMail(
  tx: Tx,
  { kind, programmeId, emailAddress, requester }: RequestedMail,
  now: Date
): Promise<boolean> {
  const count = (subject: string, max: number): Promise<boolean> =>
    mayAttempt(tx, { programmeId, kind: 'mail', subject }, now, { max, windowMs: HOUR_MS })
  const { ofRequester, ofAll } = mailLimits[kind]
  return (
    (await count(`${kind} ${emailAddress} ${requester}`, ofRequester)) &&
    (await count(`${kind} ${emailAddress}`, ofAll))
  )
}

/** A lead invites so many people a day at most: whoever took over the account cannot mail or probe any number of addresses. */
const MAX_INVITATIONS_OF_LEAD = 20

/** Counts an invitation by a lead, also one that fails, and returns whether the day's limit allows it. */
export const mayInvite = (
  database: Database,
  programmeId: number,
  userId: number,
  now: Date
): Promise<boolean> =>
  mayAttempt(database, { programmeId, kind: 'mail', subject: `invitations of user ${userId}` }, now, {
    max: MAX_INVITATIONS_OF_LEAD,
    windowMs: DAY_MS
  })

/** Serialises requests for one address until the end of the transaction, whether or not it has an account. */
export const lockAddress = (tx: Tx, programmeId: number, emailAddress: string): Promise<void> =>
  lockName(tx, `address ${programmeId} ${emailAddress}`)
