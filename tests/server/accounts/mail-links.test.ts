// Whoever asks for a mail is not who reads it: nothing of the request may stand in its links.

import { expect, test } from 'vitest'
import { registerUser, resetPassword } from '#contract/accounts.ts'
import { changePassword } from '#contract/password-change.ts'
import { decideUsers, inviteUser } from '#contract/user-admin.ts'
import { listUsers } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { useServer, wards } from '#tests/support/server.ts'

const server = useServer()
const programme_id = wards.programmeId

/** What a caller can say of where it comes from. */
const lies = {
  Referer: 'https://evil.example/verify',
  Host: 'evil.example',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'http',
  'X-Forwarded-For': 'evil.example',
  Forwarded: 'host=evil.example'
}

const newcomer = {
  programme_id,
  first_name: 'Bo',
  last_name: 'Achterberg',
  email_address: 'bo@harbour.example',
  organisation_id: null,
  organisation_name: 'Harbour Clinic',
  terms_accepted: true
}

/** A stranger's, a local one, none, another programme's. */
const origins = ['https://evil.example', 'http://localhost:4321', 'null', 'https://sites.example']

const lyingAbout = (origin: string) => ({ ...lies, Origin: origin })

test.each(origins)('every mail that a call from %s causes leads to the configured site', async origin => {
  const number = origins.indexOf(origin)
  const headers = lyingAbout(origin)
  const send = (path: string, body: unknown, token?: string) =>
    server.send('POST', path, { body, headers, ...(token && { token }) })
  const admin = await server.tokenOf('super')
  await server.database.deleteFrom('mails').where('programme_id', '=', programme_id).execute()
  await server.database.deleteFrom('attempts').where('programme_id', '=', programme_id).execute()
  const email = `bo-${number}@harbour.example`
  await send(registerUser.path, { ...newcomer, email_address: email })
  await send(registerUser.path, { programme_id, email_address: email, resend: true })
  await send(registerUser.path, { ...newcomer, email_address: 'viewer@wards.example' })
  await send(resetPassword.path, { programme_id, email_address: 'lead@wards.example' })
  const invitation = {
    email_address: `ina-${number}@harbour.example`,
    role_type_id: 2,
    organisation_id: null
  }
  await send(inviteUser.path, { programme_id, first_name: 'Ina', last_name: 'Vited', ...invitation }, admin)
  await server.database
    .updateTable('users')
    .set({ status: 'awaiting_approval', role_type_id: 2 })
    .where('programme_id', '=', programme_id)
    .where('email_address', '=', email)
    .execute()
  const waiting = await server.call(listUsers, { query: { programme_id, search: email } }, admin)
  const user_id = waiting.body.users[0]?.user_id ?? 0
  await send(
    decideUsers.path.replace('{id}', String(user_id)),
    { users: [{ user_id, decision: 'approve' }] },
    admin
  )
  const contributor = await server.tokenOf('contributor')
  await send(
    changePassword.path,
    { current_password: DEMO_PASSWORD, new_password: `another long password ${origin}` },
    contributor
  )
  await server.database
    .updateTable('users')
    .set({ status: 'active' })
    .where('programme_id', '=', programme_id)
    .execute()

  const mails = await server.database
    .selectFrom('mails')
    .select(['subject', 'body_text'])
    .where('programme_id', '=', programme_id)
    .execute()
  const links = mails.flatMap(({ body_text }) => body_text.match(/\bhttps?:\S+/g) ?? [])
  expect(mails.length).toBeGreaterThanOrEqual(number === 0 ? 7 : 6)
  expect(links.filter(link => new URL(link).origin !== 'https://wards.example')).toEqual([])
  expect(mails.filter(({ body_text }) => /evil|localhost|sites\.example/.test(body_text))).toEqual([])
})
