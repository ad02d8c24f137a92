// Several people may request an account for one address. Only its owner can confirm a request, and confirms exactly the one that they see.

import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { registerUser, resetPassword, verifyEmail } from '#contract/accounts.ts'
import { login } from '#contract/auth.ts'
import { LOGIN_FAILURE } from '#contract/failures.ts'
import { changePassword } from '#contract/password-change.ts'
import { cleanUp } from '#server/jobs/cleanup.ts'
import { NOON, useServer, wards } from '#tests/support/server.ts'

const server = useServer()
const programme_id = wards.programmeId
const [mine, theirs] = ['four words and a comma, please', 'someone else has chosen this one']
const HOUR_MS = 3_600_000
let made = 0
const newAddress = () => `request-${++made}@harbour.example`

afterEach(() => void (server.clock.now = NOON))

const requestOf = (email_address: string, first_name: string) => ({
  programme_id,
  first_name,
  last_name: 'Achterberg',
  email_address,
  organisation_id: null,
  organisation_name: `${first_name}’s Clinic`,
  terms_accepted: true as const
})

/** Also sends a password, as forms of earlier versions did. */
const register = (email: string, firstName: string, password?: string, address?: string) =>
  server.send('POST', registerUser.path, {
    body: { ...requestOf(email, firstName), ...(password !== undefined && { password }) },
    ...(address !== undefined && { address })
  })
const resend = (email_address: string, address?: string) =>
  server.send('POST', registerUser.path, {
    body: { programme_id, email_address, resend: true },
    ...(address !== undefined && { address })
  })
const look = async (code: string) => (await server.call(verifyEmail, { query: { code } })).body
const confirm = (code: string, new_password: string) =>
  server.call(changePassword, { body: { code, new_password } })
const logIn = async (email_address: string, password: string) =>
  (await server.call(login, { body: { programme_id, email_address, password, otp: null } })).body.detail

const mailsTo = (recipient: string) =>
  server.database
    .selectFrom('mails')
    .select(['subject', 'body_text'])
    .where('programme_id', '=', programme_id)
    .where('recipient', '=', recipient)
    .orderBy('mail_id')
    .execute()

const codesIn = (text = ''): string[] =>
  [...text.matchAll(/(?:verify\/|code=)([\w-]+)/g)].map(([, code = '']) => code)
const lastMail = async (email: string) => (await mailsTo(email)).at(-1)?.body_text ?? ''

/** The code beside a person's name in the newest mail. */
async function codeOf(email: string, firstName: string): Promise<string> {
  const text = await lastMail(email)
  return codesIn(text.slice(text.indexOf(`Name: ${firstName}`)))[0] ?? ''
}

const accountOf = (email: string) =>
  server.database
    .selectFrom('users')
    .selectAll()
    .where('programme_id', '=', programme_id)
    .where('email_address', '=', email)
    .executeTakeFirstOrThrow()

describe('when a stranger registers the same address as well', () => {
  test('the mail that is sent again has a link for each request, and only its owner’s password opens the account', async () => {
    const email = newAddress()
    await register(email, 'Bo', mine)
    await register(email, 'Eve', theirs)
    await resend(email)
    expect(codesIn(await lastMail(email))).toHaveLength(2)
    const [bo, eve] = [await codeOf(email, 'Bo'), await codeOf(email, 'Eve')]
    expect(await look(bo)).toMatchObject({ first_name: 'Bo', organisation_name: 'Bo’s Clinic' })
    expect(await look(eve)).toMatchObject({ first_name: 'Eve', organisation_name: 'Eve’s Clinic' })
    expect((await confirm(bo, mine)).status).toBe(200)
    expect(await logIn(email, mine)).toBe(LOGIN_FAILURE.awaitingApproval)
    expect(await logIn(email, theirs)).toBe(LOGIN_FAILURE.incorrect)
    expect(await accountOf(email)).toMatchObject({
      first_name: 'Bo',
      requested_organisation_name: 'Bo’s Clinic'
    })
    expect((await look(eve)).next).toBe('awaiting_approval')
    expect((await confirm(eve, theirs)).status).toBe(410)
    expect(await logIn(email, theirs)).toBe(LOGIN_FAILURE.incorrect)
  })

  test('what a mail shows is what its code confirms, whatever was registered since', async () => {
    const email = newAddress()
    await register(email, 'Eve')
    await register(email, 'Bo')
    const code = await codeOf(email, 'Bo')
    await register(email, 'Mallory')
    await resend(email)
    await confirm(code, mine)
    expect((await accountOf(email)).first_name).toBe('Bo')
  })

  test.each([
    ['from another network', '198.51.100.7', '203.0.113.9'],
    ['from the same network', '198.51.100.7', '198.51.100.7']
  ])('three mails to a stranger %s leave the owner theirs', async (_, stranger, owner) => {
    const email = newAddress()
    for (const name of ['Eve', 'Mallory', 'Trudy']) await register(email, name, theirs, stranger)
    await register(email, 'Bo', undefined, owner)
    const code = await codeOf(email, 'Bo')
    expect((await look(code)).first_name).toBe('Bo')
    await resend(email, owner)
    expect(codesIn(await lastMail(email))).toHaveLength(4)
  })

  test('requests for accounts do not use up password links, nor those of a stranger', async () => {
    const email = 'viewer@wards.example'
    const reset = (address: string) =>
      server.send('POST', resetPassword.path, { body: { programme_id, email_address: email }, address })
    for (const name of ['Eve', 'Mallory', 'Trudy']) await register(email, name, theirs, '198.51.100.7')
    for (let count = 0; count < 4; count++) await reset('198.51.100.7')
    const before = (await mailsTo(email)).length
    await reset('203.0.113.9')
    expect(await mailsTo(email)).toHaveLength(before + 1)
  })

  test('one network causes at most eight mails an hour; requests beyond that change nothing', async () => {
    const email = newAddress()
    for (let count = 0; count < 12; count++) await register(email, `Eve${count}`)
    for (let count = 0; count < 5; count++) await resend(email)
    expect(await mailsTo(email)).toHaveLength(8)
    expect((await accountOf(email)).first_name).toBe('Eve0')
    expect(codesIn(await lastMail(email))).toHaveLength(6)
  })
})

test('a password sent with a registration is ignored', async () => {
  const email = newAddress()
  await register(email, 'Bo', theirs)
  expect((await accountOf(email)).password_hash).toBeNull()
  expect(await logIn(email, theirs)).toBe(LOGIN_FAILURE.incorrect)
})

test('links that expired are replaced by sending again, for every request', async () => {
  const email = newAddress()
  await register(email, 'Bo')
  await register(email, 'Eve')
  const old = await codeOf(email, 'Eve')
  server.clock.now = new Date(NOON.getTime() + 49 * HOUR_MS)
  await cleanUp(server.database, programme_id, server.clock.now)
  expect((await server.call(verifyEmail, { query: { code: old } })).status).toBe(410)
  expect((await confirm(old, mine)).status).toBe(410)
  await resend(email)
  expect(codesIn(await lastMail(email))).toHaveLength(2)
  expect((await confirm(await codeOf(email, 'Eve'), mine)).status).toBe(200)
  expect((await accountOf(email)).first_name).toBe('Eve')
})

/** Codes of an address that still hold a password's hash. */
async function hashesIn(email: string): Promise<number> {
  const codes = await server.database
    .selectFrom('one_time_codes')
    .select('confirms')
    .where('programme_id', '=', programme_id)
    .where('user_id', '=', (await accountOf(email)).user_id)
    .execute()
  return codes.filter(({ confirms }) => confirms !== null && 'password_hash' in confirms).length
}

describe('a code of an earlier version', () => {
  const earlier = async (email: string, confirms: object | null) => {
    await server.database
      .updateTable('one_time_codes')
      .set({ confirms: confirms === null ? null : JSON.stringify(confirms) })
      .where('programme_id', '=', programme_id)
      .where('user_id', '=', (await accountOf(email)).user_id)
      .execute()
    return codesIn(await lastMail(email))[0] ?? ''
  }

  test('confirms its request with a password of the owner’s, not the one that was registered with it', async () => {
    const email = newAddress()
    await register(email, 'Bo')
    const { password_hash } = await accountOf('lead@wards.example')
    const fields = { first_name: 'Bo', last_name: 'Berg', job_title: '', requested_organisation_name: null }
    const code = await earlier(email, { ...fields, organisation_id: null, password_hash })
    expect(await look(code)).toMatchObject({ status: 'open', last_name: 'Berg' })
    await resend(email)
    expect(codesIn(await lastMail(email))).toHaveLength(1)
    expect(await hashesIn(email)).toBe(1)
    await cleanUp(server.database, programme_id, new Date(NOON.getTime() + 49 * HOUR_MS))
    expect(await hashesIn(email)).toBe(0)
    expect((await confirm(code, mine)).status).toBe(200)
    expect(await logIn(email, mine)).toBe(LOGIN_FAILURE.awaitingApproval)
  })

  test('without its data has expired, and sending again makes one with data', async () => {
    const email = newAddress()
    await register(email, 'Bo')
    const code = await earlier(email, null)
    expect((await server.call(verifyEmail, { query: { code } })).status).toBe(410)
    await resend(email)
    expect(await look(await codeOf(email, 'Bo'))).toMatchObject({ status: 'open', first_name: 'Bo' })
  })
})

test('what a stranger types into a request makes no line and no link in the mail of the owner', async () => {
  const email = newAddress()
  await register(email, 'Win\n\nhttps://evil.example/verify/1 now\nwww.evil.example')
  const text = await lastMail(email)
  expect(text).toContain('Name: Win https: evil. example verify 1 now www. evil. example Achterberg\n')
  expect(text).not.toMatch(/evil\.example/)
})

test('while registration is closed the call is refused, and a request that is there can still be confirmed', async () => {
  const email = newAddress()
  await register(email, 'Bo')
  wards.isRegistrationClosed = true
  onTestFinished(() => void delete wards.isRegistrationClosed)
  const closed = newAddress()
  expect(await register(closed, 'Eve')).toMatchObject({
    status: 403,
    body: { detail: 'Registration is closed.' }
  })
  expect(await mailsTo(closed)).toEqual([])
  await resend(email)
  expect((await confirm(await codeOf(email, 'Bo'), mine)).status).toBe(200)
})
