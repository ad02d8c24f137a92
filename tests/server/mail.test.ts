import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startMailWorker, writeMail } from '#server/accounts/outbox.ts'
import { silentLog } from '../support/silent-log.ts'
import { NOON, useServer, wards } from '../support/server.ts'

const server = useServer()

/** A mail server that takes every mail, or refuses all. */
async function smtp(takes: boolean) {
  const mails: string[] = []
  const converse = (socket: Socket) => {
    let isData = false
    let data = ''
    socket.write('220 here\r\n')
    socket.on('error', () => undefined)
    socket.on('data', chunk => {
      for (const line of chunk
        .toString()
        .split('\r\n')
        .filter((text, index, all) => text !== '' || index < all.length - 1)) {
        if (isData && line !== '.') data += `${line}\n`
        else if (isData) {
          isData = false
          mails.push(data)
          data = ''
          socket.write('250 taken\r\n')
        } else if (line === 'DATA') {
          isData = true
          socket.write('354 go on\r\n')
        } else if (line.startsWith('RCPT') && !takes) socket.write('550 no\r\n')
        else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  }
  const listener = createServer(converse)
  await new Promise<void>(done => listener.listen(0, '127.0.0.1', done))
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { mails, url: `smtp://127.0.0.1:${port}`, close: () => new Promise(done => listener.close(done)) }
}

const worker = (smtpUrl: string) =>
  startMailWorker({
    database: server.database,
    programmes: [wards],
    smtpUrl,
    from: 'from@wards.example',
    clock: () => NOON,
    log: silentLog
  })
const letter = { subject: 'Hello', text: 'One line\nanother' }
const unsent = () =>
  server.database
    .selectFrom('mails')
    .select('mail_id')
    .where('programme_id', '=', wards.programmeId)
    .where('sent_at', 'is', null)
    .execute()

test('two workers on one database deliver each mail once', async () => {
  const post = await smtp(true)
  for (let count = 0; count < 4; count++)
    await writeMail(server.database, wards.programmeId, `to${count}@wards.example`, letter, NOON)
  const workers = [worker(post.url), worker(post.url)]
  const sent = await Promise.all(workers.map(one => one.round()))
  expect(sent[0]! + sent[1]!).toBe(4)
  expect(post.mails).toHaveLength(4)
  expect(post.mails[0]).toContain('Subject: Hello')
  await Promise.all(workers.map(one => one.close()))
  await post.close()
})

test('what a mail server refuses stays in the outbox', async () => {
  const post = await smtp(false)
  await writeMail(server.database, wards.programmeId, 'refused@wards.example', letter, NOON)
  const one = worker(post.url)
  expect(await one.round()).toBe(0)
  expect(await unsent()).toHaveLength(1)
  await one.close()
  await post.close()
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
  const mail = await server.database
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', 'turned@wards.example')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe('About Refused becauseyadot ni gol of this')
  expect(mail.body_text).toBe('Refused becauseyadot ni gol of this. Log in.')
})
