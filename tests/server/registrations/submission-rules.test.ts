// A registration's rules hold whichever call adds or changes a submission.

import { expect, test } from 'vitest'
import { createSubmission, updateSubmission } from '#contract/submissions.ts'
import { useRegistering } from '#tests/support/registration-steps.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const registering = useRegistering(server)

test('the calls of submissions keep to the registration too: its scopes, and read-only while it is withdrawn', async () => {
  const [scope_id = 0] = await registering.scopeIds()
  const { scope_id: other } = await server.database
    .insertInto('scopes')
    .values({
      programme_id: 1,
      project_id: registering.place().project_id,
      scope_name: 'Community',
      scope_description: '',
      display_order: 99
    })
    .returning('scope_id')
    .executeTakeFirstOrThrow()
  const id = await registering.begin({ scope_ids: [scope_id] })
  const { body: ward } = await registering.addSubmission(id, { submission_name: 'Ward 60' })
  const create = (fields: object) => {
    const body = { ...registering.place(), name: 'Ward 61', ...fields }
    return server.call(createSubmission, { body }, registering.lead())
  }
  expect(await create({ scope_id: other })).toMatchObject({
    status: 422,
    body: { detail: 'scope_id: is not a scope of this registration' }
  })
  expect((await create({ scope_id })).status).toBe(200)

  await registering.change(id, { registration_status: 'withdrawn', reason: 'Ward closed' })
  const input = { params: { id: ward.submission_id }, body: { name: 'Ward 62', lineage_id: null } }
  const replies = [
    await server.call(updateSubmission, input, registering.lead()),
    await create({ scope_id, name: 'Ward 63' }),
    await create({ name: 'Ward 63' })
  ]
  for (const { status, body } of replies)
    expect([status, body.detail]).toEqual([423, 'You have withdrawn. Register again to make changes.'])
  expect((await registering.submissionsOf(id)).map(one => one.submission_name)).toEqual(['Ward 60'])
  await registering.change(id, { registration_status: 'draft' })
  expect((await server.call(updateSubmission, input, registering.lead())).status).toBe(200)
})
