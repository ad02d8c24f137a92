import { afterEach, beforeEach, expect, test } from 'vitest'
import { listUsers } from '#contract/users.ts'
import { findDue, giveUpMail, leaseMail, LEASE_MS } from '#server/accounts/mail-queue.ts'
import { markDelayed, markSent, removeExpiredCodes } from '#server/accounts/mail-queue.ts'
import { mailTemplates } from '#server/accounts/mail-templates.ts'
import { createMailWorker, type MailWorker } from '#server/accounts/mail-worker.ts'
import { writeMail } from '#server/accounts/outbox.ts'
import { NOON, sites, useServer, wards } from '#tests/support/server.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { startSmtp, type SmtpOptions, type SmtpServer } from '#tests/support/smtp-server.ts'

const server = useServer()
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const letter = { subject: 'Hello', text: 'One line\nanother' }

let now = NOON
const running: (MailWorker | SmtpServer)[] = []

beforeEach(async () => {
  now = NOON
  for (const { programmeId } of [wards, sites])
    await server.database.deleteFrom('mails').where('programme_id', '=', programmeId).execute()
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
})

async function smtp(options?: SmtpOptions): Promise<SmtpServer> {
  const started = await startSmtp(options)
  running.push(started)
  return started
}

function worker(smtpUrl: string, sendMs?: number): MailWorker {
  const started = createMailWorker({
    database: server.database,
    programmes: [{ ...wards, supportEmail: 'help@wards.example' }, sites],
    smtpUrl,
    from: 'from@wards.example',
    clock: () => now,
    log: silentLog,
    ...(sendMs !== undefined && { sendMs })
  })
  running.push(started)
  return started
}

const write = (recipient: string, { programmeId } = wards) =>
  writeMail(server.database, programmeId, recipient, letter, now)
const after = (milliseconds: number): void => {
  now = new Date(now.getTime() + milliseconds)
}
const stored = async (recipient: string) =>
  server.database
    .selectFrom('mails')
    .selectAll()
    .where('programme_id', '=', wards.programmeId)
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow()

test('two workers on one database deliver each mail once', async () => {
  const post = await smtp()
  for (let count = 0; count < 4; count++) await write(`to${count}@wards.example`)
  const workers = [worker(post.url), worker(post.url)]
  const sent = await Promise.all(workers.map(one => one.round()))
  expect(sent[0]! + sent[1]!).toBe(4)
  expect(post.mails).toHaveLength(4)
})

test('the code in a mail is deleted when the mail is sent, other texts stay', async () => {
  const post = await smtp()
  const invitation = mailTemplates.invite(wards, 'abcdef')
  await writeMail(server.database, wards.programmeId, 'invited@wards.example', invitation, now)
  await write('to@wards.example')
  expect((await stored('invited@wards.example')).body_text).toContain('code=abcdef')
  await worker(post.url).round()
  expect(post.mails.some(mail => mail.includes('abcdef'))).toBe(true)
  expect((await stored('invited@wards.example')).body_text).toBe('')
  expect((await stored('to@wards.example')).body_text).toBe(letter.text)
})

test('a mail whose link expired while it waited is given up', async () => {
  const post = await smtp()
  const reset = mailTemplates.reset_password(wards, 'late@wards.example', 'abcdef')
  await writeMail(server.database, wards.programmeId, 'late@wards.example', reset, now)
  after(HOUR_MS + MINUTE_MS)
  await worker(post.url).round()
  expect(post.mails).toEqual([])
  expect(await stored('late@wards.example')).toMatchObject({
    body_text: '',
    due_at: null,
    failure: 'Its link expired before it could be sent.'
  })
})

test('a mail that the cleanup empties is not sent without its text', async () => {
  const post = await smtp({ recipient: () => '451 try later' })
  const reset = mailTemplates.reset_password(wards, 'late@wards.example', 'abcdef')
  await writeMail(server.database, wards.programmeId, 'late@wards.example', reset, now)
  const one = worker(post.url)
  await one.round()
  after(HOUR_MS + MINUTE_MS)
  await removeExpiredCodes(server.database, wards.programmeId, now)
  post.offered.splice(0)
  await one.round()
  expect(post.offered).toEqual([])
  const mail = await stored('late@wards.example')
  expect([mail.body_text, mail.due_at, mail.failed_at]).toEqual(['', null, now])
})

test('a mail that the cleanup empties while it is being sent is not queued again', async () => {
  const reset = mailTemplates.reset_password(wards, 'late@wards.example', 'abcdef')
  await writeMail(server.database, wards.programmeId, 'late@wards.example', reset, now)
  const [mail] = await findDue(server.database, [wards.programmeId], now, 1)
  await leaseMail(server.database, mail!, now)
  after(HOUR_MS + MINUTE_MS)
  await removeExpiredCodes(server.database, wards.programmeId, now)
  await markDelayed(server.database, mail!, now, { reason: '451 try later', isUndelivered: true })
  expect(await stored('late@wards.example')).toMatchObject({ body_text: '', due_at: null })
})

test('a mail comes from the programme by name, and replies go to its support address', async () => {
  const post = await smtp()
  await write('to@wards.example')
  await worker(post.url).round()
  expect(post.mails[0]).toContain('Subject: Hello')
  expect(post.mails[0]).toContain(`From: ${wards.programmeName} <from@wards.example>`)
  expect(post.mails[0]).toContain('Reply-To: help@wards.example')
})

test('refused addresses hold up no other mail, of this programme or another', async () => {
  const post = await smtp({
    recipient: address => (address.startsWith('refused') ? '550 no such user' : undefined)
  })
  for (let count = 0; count < 45; count++) await write(`refused${count}@wards.example`)
  await write('good@wards.example')
  await write('good@sites.example', sites)
  const one = worker(post.url)
  expect(await one.round()).toBe(2)
  expect(post.offered).toHaveLength(47)
  after(12 * HOUR_MS)
  await one.round()
  expect(post.offered).toHaveLength(47)
})

test('the users list shows why an address was refused, until a mail to it arrives', async () => {
  let answer: string | undefined = '550 5.1.1 unknown\u202E\u0007user'
  const post = await smtp({ recipient: () => answer })
  await write('viewer@wards.example')
  const one = worker(post.url)
  await one.round()
  const failure = async () => {
    const query = { programme_id: wards.programmeId, search: 'viewer@wards.example' }
    const { body } = await server.call(listUsers, { query }, await server.tokenOf('admin'))
    return body.users[0]?.mail_failure
  }
  expect(await failure()).toEqual({ failed_at: NOON.toISOString(), reason: '550 5.1.1 unknown user' })
  answer = undefined
  await write('viewer@wards.example')
  await one.round()
  expect(await failure()).toBeNull()
})

test('a mail that the server puts off is tried ever less often, and for a day at most', async () => {
  const post = await smtp({ recipient: () => '451 try later' })
  await write('busy@wards.example')
  const one = worker(post.url)
  const tries: number[] = []
  for (let minutes = 0; minutes < 26 * 60;) {
    await one.round()
    if (post.offered.splice(0).length > 0) tries.push(minutes)
    const step = minutes < 64 ? 1 : 20
    after(step * MINUTE_MS)
    minutes += step
  }
  expect(tries.slice(0, 7)).toEqual([0, 1, 3, 7, 15, 31, 63])
  expect(tries.length).toBeLessThan(32)
  expect(tries.at(-1)).toBeLessThan(24 * 60)
  const mail = await stored('busy@wards.example')
  expect(mail.failed_at).not.toBeNull()
  expect(mail.failure).toBe('It could not be sent within a day: 451 try later')
})

test('a server that never answers is asked for one mail and then left alone for a while', async () => {
  const post = await smtp({ isSilent: true })
  for (let count = 0; count < 5; count++) await write(`to${count}@wards.example`)
  const one = worker(post.url, 50)
  expect(await one.round()).toBe(0)
  expect(await one.round()).toBe(0)
  expect(post.connections).toBe(1)
  // An outage is no fault of the mails: they all arrive once the server is back.
  const back = await smtp()
  after(5 * MINUTE_MS)
  expect(await worker(back.url).round()).toBe(5)
})

test('a worker stops in the middle of a mail', async () => {
  const post = await smtp({ isSilent: true })
  await write('to@wards.example')
  const one = worker(post.url)
  const round = one.round()
  await expect.poll(() => post.connections).toBe(1)
  await one.close()
  expect(await round).toBe(0)
  expect((await stored('to@wards.example')).sent_at).toBeNull()
})

test('a mail whose process was killed is sent again when its lease ends, and only once more', async () => {
  const post = await smtp()
  const one = worker(post.url)
  for (const recipient of ['once@wards.example', 'twice@wards.example']) await write(recipient)
  const due = await findDue(server.database, [wards.programmeId], now, 10)
  for (const mail of due) expect(await leaseMail(server.database, mail, now)).toBe(true)
  // Another process has read the mail too.
  expect(await leaseMail(server.database, due[0]!, now)).toBe(false)
  expect(await one.round()).toBe(0)
  after(LEASE_MS)
  const again = await findDue(server.database, [wards.programmeId], now, 10)
  expect(again).toHaveLength(2)
  const [, killedTwice] = again
  expect(await leaseMail(server.database, killedTwice!, now)).toBe(true)
  expect(await one.round()).toBe(1)
  after(LEASE_MS)
  expect(await one.round()).toBe(0)
  expect(post.offered).toEqual(['once@wards.example'])
  expect((await stored('twice@wards.example')).failure).toMatch(/may have been delivered/)
})

test('a mail that may have arrived is sent at most twice', async () => {
  const post = await smtp({ breaksAfterData: true })
  await write('to@wards.example')
  const one = worker(post.url)
  for (let hours = 0; hours < 30; hours++) {
    await one.round()
    after(HOUR_MS)
  }
  expect(post.mails).toHaveLength(2)
  const ids = post.mails.map(mail => /^Message-ID: .*/im.exec(mail)?.[0])
  expect(ids[0]).toBe(ids[1])
  expect((await stored('to@wards.example')).failed_at).not.toBeNull()
})

test('a name in a mail never turns the mail’s own words around', async () => {
  const hostile = 'Refused because\u202Eyadot ni gol\u2066 of \u202Bthis'
  await writeMail(
    server.database,
    1,
    'turned@wards.example',
    { subject: `About ${hostile}`, text: `${hostile}. Log in.` },
    NOON
  )
  const mail = await stored('turned@wards.example')
  expect(mail.subject).toBe('About Refused becauseyadot ni gol of this')
  expect(mail.body_text).toBe('Refused becauseyadot ni gol of this. Log in.')
})

test('a mail that another process has leased or sent is not given up by one that read it before', async () => {
  await write('late@wards.example')
  const [read] = await findDue(server.database, [wards.programmeId], now, 1)
  expect(await leaseMail(server.database, read!, now)).toBe(true)
  await giveUpMail(server.database, read!, now, 'Its link expired.')
  expect((await stored('late@wards.example')).failed_at).toBeNull()
  await markSent(server.database, read!, now)
  await giveUpMail(server.database, read!, now, 'Its link expired.')
  expect(await stored('late@wards.example')).toMatchObject({ sent_at: NOON, failed_at: null })
})
