// What is said about a figure: comments, answers to them, threads that are resolved and opened again.

import { expect, test } from 'vitest'
import { postComment } from '#contract/comments.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { sites, useServer, type Role } from '#tests/support/server.ts'

const server = useServer()

async function cell(number = 0, question = 'Vacant WTE', column = 'Band 6') {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2026', number)
  const { questionnaire_id, section_id, place } = await cellOf(server, submission_id, question, column)
  return { questionnaire_id, section_id, submission_id, ...place }
}

type Body = InputOf<typeof postComment>['body']
const post = async (body: Body, role: Role = 'contributor') =>
  server.call(postComment, { body }, await server.tokenOf(role))

/** The comments of a cell as its section shows them. */
async function seen(at: Awaited<ReturnType<typeof cell>>) {
  const { body } = await server.call(
    getSectionQuestions,
    { params: { id: at.questionnaire_id, sid: at.section_id }, query: { submission_id: at.submission_id } },
    await server.tokenOf('viewer')
  )
  const question = body.sub_sections
    .flatMap(sub => sub.questions)
    .find(candidate => cellKey(candidate) === cellKey(at))
  return question!.comments.map(({ comment_text, is_resolved, created_by }) => [
    comment_text,
    is_resolved,
    created_by
  ])
}

test('a comment that is sent again under the same id is written once; under the id of someone else it is another', async () => {
  const at = await cell(1)
  const body = { ...at, comment_text: 'Is this per week?', client_change_id: 'comment-0001' }
  const [first, second] = await Promise.all([post(body), post(body)])
  expect(second.body).toEqual(first.body)
  expect((await post({ ...body, comment_text: 'Changed' })).body).toEqual(first.body)
  const reply = {
    ...body,
    comment_text: 'Per month.',
    parent_comment_id: first.body.comment_id,
    client_change_id: 'comment-0002'
  }
  await post(reply)
  await post(reply)
  expect((await post(body, 'lead')).body.comment_id).not.toBe(first.body.comment_id)
  expect((await seen(at)).map(([text]) => text)).toEqual([
    'Is this per week?',
    'Per month.',
    'Is this per week?'
  ])
})

test('a thread: asked, answered, resolved and opened again, and the section shows it', async () => {
  const at = await cell()
  const asked = await post({ ...at, comment_text: ' Why is this so high? ' }, 'lead')
  expect(asked.body).toMatchObject({
    comment_text: 'Why is this so high?',
    created_by: 'Amara Okafor',
    is_resolved: false,
    parent_comment_id: null
  })
  const thread = asked.body.comment_id
  const answered = await post({ ...at, comment_text: 'Two posts were added.', parent_comment_id: thread })
  expect(answered.body).toMatchObject({ parent_comment_id: thread, created_by: 'Rolf Lindqvist' })
  const nested = await post(
    { ...at, comment_text: 'Thank you.', parent_comment_id: answered.body.comment_id },
    'lead'
  )
  expect(nested.body.parent_comment_id).toBe(thread)

  const resolved = await post({ ...at, parent_comment_id: thread, is_resolved: true })
  expect(resolved.body).toMatchObject({ comment_id: thread, is_resolved: true })
  expect(await seen(at)).toEqual([
    ['Why is this so high?', true, 'Amara Okafor'],
    ['Two posts were added.', true, 'Rolf Lindqvist'],
    ['Thank you.', true, 'Amara Okafor']
  ])
  const reopened = await post({ ...at, parent_comment_id: thread, is_resolved: false })
  expect(reopened.body).toMatchObject({ comment_id: thread, is_resolved: false })
  expect((await seen(at)).map(([, isResolved]) => isResolved)).toEqual([false, false, false])
  await post({ ...at, comment_text: 'Checked.', parent_comment_id: thread, is_resolved: true })
  expect((await seen(at)).map(([, isResolved]) => isResolved)).toEqual([true, true, true, true])
})

test('the demo has an answered and an open question', async () => {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2026')
  const rows = await server.database
    .selectFrom('comments')
    .select(['is_resolved', 'parent_comment_id'])
    .where('programme_id', '=', 1)
    .where('submission_id', '=', submission_id)
    .where('comment_text', 'in', [
      'Is this as of the last day of the period?',
      'Waiting for the figure from finance.'
    ])
    .execute()
  expect(Map.groupBy(rows, row => row.is_resolved).size).toBe(2)
})

test('a comment of another cell is no parent, and a cell that is not there takes none', async () => {
  const [at, other] = [await cell(1), await cell(1, 'Vacant WTE', 'Band 7')]
  const thread = (await post({ ...at, comment_text: 'Here.' })).body.comment_id
  const refused = await post({ ...other, comment_text: 'There.', parent_comment_id: thread })
  expect([refused.status, refused.body.detail]).toEqual([404, 'Comment on this cell not found.'])
  expect((await post({ ...at, row_id: 0, comment_text: 'x' })).body.detail).toBe(
    'Cell in this section not found.'
  )
  expect((await post({ ...at, question_id: 999_999, comment_text: 'x' })).status).toBe(404)
  expect((await post({ ...at, section_id: 999_999, comment_text: 'x' })).status).toBe(404)
  expect(await seen(other)).toEqual([])
})

test('a comment says something, and not too much', async () => {
  const at = await cell(2)
  for (const comment_text of ['', '   ']) {
    const refused = await post({ ...at, comment_text })
    expect([refused.status, refused.body.detail]).toEqual([422, 'comment_text: must not be empty'])
  }
  expect((await post({ ...at, comment_text: 'x'.repeat(4001) })).body.detail).toContain('comment_text')
  expect((await post({ ...at, comment_text: '😀'.repeat(200) })).status).toBe(200)
})

test('who may comment: contributors of the organisation and admins', async () => {
  const at = await cell(2)
  const statusOf = async (role: Role) => (await post({ ...at, comment_text: 'x' }, role)).status
  expect([await statusOf('viewer'), await statusOf('contributor'), await statusOf('admin')]).toEqual([
    403, 200, 200
  ])
  const foreign = await server.call(
    postComment,
    { body: { ...at, comment_text: 'x' } },
    await server.tokenOf('admin', sites)
  )
  expect([foreign.status, foreign.body.detail]).toEqual([404, 'Submission not found.'])
  const theirs = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', 1)
    .where('project_id', '=', (await submissionPlace(at.submission_id)).project_id)
    .where('time_period_id', '=', (await submissionPlace(at.submission_id)).time_period_id)
    .where('organisation_id', '!=', (await submissionPlace(at.submission_id)).organisation_id)
    .limit(1)
    .executeTakeFirstOrThrow()
  expect((await post({ ...at, ...theirs, comment_text: 'x' })).status).toBe(404)
})

const submissionPlace = (submissionId: number) =>
  server.database
    .selectFrom('submissions')
    .select(['organisation_id', 'project_id', 'time_period_id'])
    .where('programme_id', '=', 1)
    .where('submission_id', '=', submissionId)
    .executeTakeFirstOrThrow()
