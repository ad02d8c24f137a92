// A complete section is reopened before it is changed.

import { expect, test } from 'vitest'
import { listSections } from '#contract/questionnaires.ts'
import { getCompletion } from '#contract/section-submissions.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, type SeededCell } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { blankWard, save, section, questionAt, fill } = savingOn(server)

test('a complete section takes no answers until it is reopened, in a call of its own or with the answers', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  await fill(ward, beds)
  await save(ward, beds, [], { action: 'complete' })
  const before = (await questionAt(ward, beds)).answer
  const change = { value: 30, comment_text: 'Six more.', base_version: before.version }
  for (const action of ['save', 'complete'] as const) {
    const refused = await save(ward, beds, [change], { action })
    expect([action, refused.status, refused.body.detail]).toEqual([
      action,
      423,
      'This section is marked complete. Reopen it to change its answers.'
    ])
  }
  expect((await save(ward, beds, [change], { action: 'sign_off', role: 'lead' })).status).toBe(423)
  expect((await questionAt(ward, beds)).answer).toEqual(before)

  const changed = await save(ward, beds, [change], { action: 'reopen' })
  expect(changed.body).toMatchObject({
    saved: [beds.place],
    section_submission: { status: 'in_progress', completion_percent: 100 }
  })
  expect((await questionAt(ward, beds)).answer.value).toBe(30)
})

test('a section that nobody has opened is not at 100 although it requires nothing', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const { questionnaire_id } = beds
  const progress = async (id: number) => {
    const query = { submission_id: ward, questionnaire_id }
    const { body } = await server.call(getCompletion, { query }, await server.tokenOf('viewer'))
    return body.section_submissions.find(one => one.section_id === id)!
  }
  const { sections } = (
    await server.call(
      listSections,
      { params: { id: questionnaire_id }, query: { submission_id: ward } },
      await server.tokenOf('viewer')
    )
  ).body
  const { section_id } = sections.find(one => one.status === 'not_started')!
  const untouched = { ...beds, section_id }
  const { sub_sections } = await section(ward, untouched)
  await server.database
    .updateTable('question_memberships')
    .set({ is_required: false })
    .where('programme_id', '=', 1)
    .where(
      'sub_section_id',
      'in',
      sub_sections.map(one => one.sub_section_id)
    )
    .execute()
  await server.database
    .updateTable('questionnaires')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('programme_id', '=', 1)
    .where('questionnaire_id', '=', questionnaire_id)
    .execute()
  expect(await progress(section_id)).toMatchObject({
    status: 'not_started',
    applicable_count: 0,
    completion_percent: 0
  })
  const done = await save(ward, untouched, [], { action: 'complete' })
  expect(done.body.section_submission).toMatchObject({ status: 'complete', completion_percent: 100 })
  expect((await progress(section_id)).completion_percent).toBe(100)
})

/** Completes every section of the cell's questionnaire, and lets the lead sign it off. */
async function signOffAll(ward: number, cell: SeededCell): Promise<void> {
  const query = { params: { id: cell.questionnaire_id }, query: { submission_id: ward } }
  const { sections } = (await server.call(listSections, query, await server.tokenOf('lead'))).body
  for (const { section_id } of sections) {
    await save(ward, { ...cell, section_id }, [], { action: 'reopen', role: 'lead' })
    await fill(ward, { ...cell, section_id })
    await save(ward, { ...cell, section_id }, [], { action: 'complete' })
  }
  const signed = await save(ward, cell, [], { action: 'sign_off', role: 'lead' })
  expect(signed.body.section_submission.status).toBe('signed_off')
}

const mailsAbout = (subject: string) =>
  server.database
    .selectFrom('mails')
    .select(['recipient', 'subject', 'body_text', 'due_at'])
    .where('programme_id', '=', 1)
    .where('subject', 'like', subject)
    .orderBy('mail_id')
    .execute()

const leadsOfOrganisation = async () => {
  const leads = await server.database
    .selectFrom('users')
    .select('email_address')
    .where('programme_id', '=', 1)
    .where('organisation_id', '=', 1)
    .where('role_type_id', '=', 3)
    .where('status', '=', 'active')
    .execute()
  expect(leads.length).toBeGreaterThan(0)
  return leads.map(lead => lead.email_address).toSorted()
}

test('the lead gets a mail that names the admin who reopened a signed-off questionnaire, and none for the lead’s own reopening', async () => {
  const ward = await blankWard()
  const first = await cellOf(server, ward, 'Staffed beds')
  const mails = () => mailsAbout('%was reopened%')
  await signOffAll(ward, first)
  await save(ward, first, [], { action: 'reopen', role: 'lead' })
  expect(await mails()).toEqual([])
  await save(ward, first, [], { action: 'complete' })
  await save(ward, first, [], { action: 'sign_off', role: 'lead' })

  const id = 'reopened by an admin'
  await save(ward, first, [], { action: 'reopen', role: 'admin', id })
  await save(ward, first, [], { action: 'reopen', role: 'admin', id })
  const sent = await mails()
  expect(sent.map(mail => mail.recipient).toSorted()).toEqual(await leadsOfOrganisation())
  expect(sent[0]!.subject).toBe('Establishment was reopened after it was signed off')
  expect(sent[0]!.body_text).toContain(
    `/projects/ward-staffing/data-collection/questionnaire/${first.questionnaire_id}-${ward}-${first.section_id}`
  )
})

test('what an admin changes after a sign-off stays marked until the lead signs off again, and is mailed', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  const marks = async () => [
    (await questionAt(ward, cell)).answer.is_changed_after_sign_off,
    (await section(ward, cell)).section.changed_after_sign_off_at
  ]
  const change = async (value: number, role: 'lead' | 'admin', action: 'save' | 'reopen' = 'save') => {
    server.clock.now = new Date(server.clock.now.getTime() + 60_000)
    const { answer } = await questionAt(ward, cell)
    const saved = await save(
      ward,
      cell,
      [{ value, comment_text: 'Checked.', base_version: answer.version }],
      {
        role,
        action
      }
    )
    expect(saved.body.saved).toMatchObject([cell.place])
  }
  const mails = () => mailsAbout('Answers of Establishment were changed%')
  await signOffAll(ward, cell)
  expect(await marks()).toEqual([false, null])

  await change(32, 'admin', 'reopen')
  const changedAt = server.clock.now.toISOString()
  expect(await marks()).toEqual([true, changedAt])
  await change(33, 'admin')
  const leads = await leadsOfOrganisation()
  expect((await mails()).map(mail => mail.recipient).toSorted()).toEqual(leads)
  const [mail] = await mails()
  expect(mail!.due_at!.getTime()).toBeGreaterThan(server.clock.now.getTime())
  expect(mail!.body_text).toContain(`${cell.questionnaire_id}-${ward}-${cell.section_id}`)
  // A change after that mail was due is followed by one of its own.
  server.clock.now = new Date(server.clock.now.getTime() + 15 * 60_000)
  await change(34, 'admin')
  expect(await mails()).toHaveLength(2 * leads.length)

  // An admin's own sign-off hides nothing; the lead's says that they have seen it.
  await save(ward, cell, [], { action: 'complete', role: 'admin' })
  await save(ward, cell, [], { action: 'sign_off', role: 'admin' })
  expect((await section(ward, cell)).section.status).toBe('signed_off')
  expect((await marks())[0]).toBe(true)
  await save(ward, cell, [], { action: 'reopen', role: 'lead' })
  expect((await marks())[0]).toBe(true)
  await save(ward, cell, [], { action: 'complete' })
  await save(ward, cell, [], { action: 'sign_off', role: 'lead' })
  expect(await marks()).toEqual([false, null])
  // What the lead changes is the organisation's own.
  await change(35, 'lead', 'reopen')
  expect(await marks()).toEqual([false, null])
})
