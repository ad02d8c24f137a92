// A complete section is reopened before it is changed.

import { expect, test } from 'vitest'
import { listSections } from '#contract/questionnaires.ts'
import { getCompletion } from '#contract/section-submissions.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf } from '#tests/support/seeded.ts'
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

test('an admin who reopens what was signed off is named in a mail to the lead; a lead’s own reopening is not mailed', async () => {
  const ward = await blankWard()
  const first = await cellOf(server, ward, 'Staffed beds')
  const query = { params: { id: first.questionnaire_id }, query: { submission_id: ward } }
  const { sections } = (await server.call(listSections, query, await server.tokenOf('lead'))).body
  const signOff = async () => {
    for (const { section_id } of sections) {
      const cell = { ...first, section_id }
      await fill(ward, cell)
      await save(ward, cell, [], { action: 'complete' })
    }
    const signed = await save(ward, first, [], { action: 'sign_off', role: 'lead' })
    expect(signed.body.section_submission.status).toBe('signed_off')
  }
  const mails = () =>
    server.database
      .selectFrom('mails')
      .select(['recipient', 'subject', 'body_text'])
      .where('programme_id', '=', 1)
      .where('subject', 'like', '%was reopened%')
      .execute()
  await signOff()
  await save(ward, first, [], { action: 'reopen', role: 'lead' })
  expect(await mails()).toEqual([])
  await save(ward, first, [], { action: 'complete' })
  await save(ward, first, [], { action: 'sign_off', role: 'lead' })

  const id = 'reopened by an admin'
  await save(ward, first, [], { action: 'reopen', role: 'admin', id })
  await save(ward, first, [], { action: 'reopen', role: 'admin', id })
  const sent = await mails()
  const leads = await server.database
    .selectFrom('users')
    .select('email_address')
    .where('programme_id', '=', 1)
    .where('organisation_id', '=', 1)
    .where('role_type_id', '=', 3)
    .where('status', '=', 'active')
    .execute()
  expect(leads.length).toBeGreaterThan(0)
  expect(sent.map(mail => mail.recipient).toSorted()).toEqual(
    leads.map(lead => lead.email_address).toSorted()
  )
  expect(sent[0]!.subject).toBe('Establishment was reopened after it was signed off')
  expect(sent[0]!.body_text).toContain(
    `/projects/ward-staffing/data-collection/questionnaire/${first.questionnaire_id}-${ward}-${first.section_id}`
  )
})
