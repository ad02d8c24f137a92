// Whom a questionnaire is asked, once some of them have entered something: the calls and a folder refuse the same.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { postComment } from '#contract/comments.ts'
import { updateStructure } from '#contract/questionnaire-structures.ts'
import { editQuestionnaire } from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'
import { draft, structureBuilding } from '#tests/support/structure-building.ts'

const server = useServer()
const { admin, questionnaire } = questionnaireBuilding(server)
const { read, listed, make } = structureBuilding(server)

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const askIn = async (id: number, scope_ids: number[]) =>
  server.call(updateStructure, { params: { id }, body: { scope_ids } }, await admin())

/** A questionnaire in which one submission has a comment; the scope of the submission, and another. */
async function commented(name: string) {
  const id = (await make(name, draft)).reply.body.questionnaire_id
  const { section_id, sub_sections } = (await read(id)).body.sections[0]!
  const { submission_id } = await questionnaire()
  const { question_id } = sub_sections[1]!.memberships[0]!
  const body = { questionnaire_id: id, section_id, question_id, submission_id, comment_text: 'Why?' }
  expect((await server.call(postComment, { body }, await server.tokenOf('contributor'))).status).toBe(200)
  const { scope_id } = await server.database
    .selectFrom('submissions')
    .select('scope_id')
    .where(eb => eb.and({ programme_id: 1, submission_id }))
    .executeTakeFirstOrThrow()
  const { scopes } = (await listed()).body
  return {
    id,
    own: scopes.find(scope => scope.scope_id === scope_id)!,
    other: scopes.find(scope => scope.scope_id !== scope_id)!
  }
}

const scopeIds = async (id: number) => (await read(id)).body.questionnaire.scope_ids

test('a questionnaire keeps the scopes of the submissions that have answers', async () => {
  const { questionnaire_id } = await questionnaire()
  const [scope] = (await listed()).body.scopes
  const refused = await askIn(questionnaire_id, [scope!.scope_id])
  expect([refused.status, (refused.body as { detail?: string }).detail]).toEqual([
    422,
    expect.stringMatching(/^scope_ids: must include “.+”: \d+ submissions of it have \d+ answers/)
  ])
  expect(await scopeIds(questionnaire_id)).toEqual([])
})

test('a questionnaire can be asked in more scopes, and no longer in those where nothing was entered', async () => {
  const { id, own, other } = await commented('In scopes')
  const lost = {
    detail: `scope_ids: must include “${own.scope_name}”: one submission of it has one comment`
  }
  expect((await askIn(id, [other.scope_id])).body).toMatchObject(lost)
  expect((await askIn(id, [own.scope_id])).status).toBe(200)
  expect((await askIn(id, [other.scope_id])).body).toMatchObject(lost)
  expect((await askIn(id, [own.scope_id, other.scope_id])).status).toBe(200)
  expect((await askIn(id, [own.scope_id])).status).toBe(200)
  expect((await askIn(id, [])).status).toBe(200)
})

test('submissions without a scope keep a questionnaire that names none', async () => {
  const { id, own } = await commented('Without scopes')
  const { submission_id } = await questionnaire()
  const setScope = (scope_id: number | null) =>
    server.database
      .updateTable('submissions')
      .set({ scope_id })
      .where(eb => eb.and({ programme_id: 1, submission_id }))
      .execute()
  await setScope(null)
  expect((await askIn(id, [own.scope_id])).body).toMatchObject({
    detail: 'scope_ids: must stay empty: one submission without a scope has one comment'
  })
  await setScope(own.scope_id)
})

test('a folder takes a questionnaire with entries from a scope only with consent, and can ask it of everyone', async () => {
  const { exported, run } = workshop
  const asked = await exported()
  const askedIn = (...scopes: string[]) => {
    const files = new Map(asked)
    editQuestionnaire(files, 'skill-mix-and-absence', file => Object.assign(file, { scopes }))
    return files
  }
  const [adults, older] = ['Adult inpatient wards', 'Wards for older people'] as const
  const refusal = (scope: string, other: string) =>
    new RegExp(
      `refused scope of a questionnaire "${scope}" of .+: must include “${other}”: \\d+ submissions of it have [^;]+; or add --retire to take it away \\[[\\d,]+ answers, \\d+ submissions, \\d+ people\\]$`,
      'm'
    )
  expect((await run(askedIn(adults))).join('\n')).toMatch(refusal(adults, older))
  expect((await run(askedIn(adults), true, true)).at(-1)).toMatch(/Everything was written/)
  expect((await run(askedIn(older))).join('\n')).toMatch(refusal(adults, adults))
  expect((await run(askedIn(adults, older))).at(-1)).toMatch(/Everything was written/)
  expect((await run(askedIn())).at(-1)).toMatch(/Everything was written/)
  expect((await run(askedIn(adults, older))).at(-1)).toMatch(/Everything was written/)
})
