// Each way to change a section, in each state of the section and its questionnaire, by each role.

import { expect, test } from 'vitest'
import { listSections, type SectionStatus } from '#contract/questionnaires.ts'
import { savingOn, type SaveOptions } from '#tests/support/save-answers.ts'
import { cellOf, type SeededCell } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { blankWard, save } = savingOn(server)

const statuses: SectionStatus[] = ['not_started', 'in_progress', 'complete', 'signed_off']
const writers: Role[] = ['contributor', 'lead', 'admin']
const ways = (['save', 'complete', 'reopen', 'sign_off'] as const).flatMap(action =>
  [true, false].map(answers => ({ action, answers }))
)
type Way = (typeof ways)[number]

const past = new Date('2020-01-01T12:00:00Z')
const future = new Date('2999-01-01T12:00:00Z')
const open = { opens_at: past, closes_at: future, is_locked: false }
const shut = {
  'before it opens': { ...open, opens_at: future },
  'after it has closed': { ...open, closes_at: past },
  'locked by an admin': { ...open, is_locked: true }
}

interface Place {
  ward: number
  beds: SeededCell
  sections: number[]
}

async function place(): Promise<Place> {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const input = { params: { id: beds.questionnaire_id }, query: { submission_id: ward } }
  const { sections } = (await server.call(listSections, input, await server.tokenOf('lead'))).body
  return { ward, beds, sections: sections.map(({ section_id }) => section_id) }
}

/** Puts every section of the questionnaire into a state, as the calls of other people would. */
async function putInto({ ward, sections }: Place, status: SectionStatus): Promise<void> {
  await server.database
    .insertInto('section_submissions')
    .values(
      sections.map(section_id => ({
        programme_id: 1,
        submission_id: ward,
        section_id,
        case_code_id: 0,
        status,
        version: 1,
        applicable_count: 0,
        answered_count: 0,
        updated_at: past
      }))
    )
    .onConflict(conflict =>
      conflict
        .columns(['programme_id', 'submission_id', 'section_id', 'case_code_id'])
        .doUpdateSet({ status })
    )
    .execute()
}

const setWindow = ({ beds }: Place, window: typeof open) =>
  server.database
    .updateTable('questionnaire_periods')
    .set(window)
    .where('programme_id', '=', 1)
    .where('questionnaire_id', '=', beds.questionnaire_id)
    .execute()

/** Read without a call, because there are hundreds. */
const storedAnswer = ({ ward, beds }: Place) =>
  server.database
    .selectFrom('answers')
    .select(['value', 'version'])
    .where('programme_id', '=', 1)
    .where('submission_id', '=', ward)
    .where('question_id', '=', beds.place.question_id)
    .where('row_id', '=', beds.place.row_id)
    .where('column_id', '=', beds.place.column_id)
    .executeTakeFirst()

/** Makes the call; returns its status and whether the answer has changed. */
async function attempt(at: Place, { action, answers }: Way, role: Role) {
  const { ward, beds } = at
  const before = await storedAnswer(at)
  const value = before?.value === 30 ? 31 : 30
  const change = { value, comment_text: 'Counted again.', base_version: before?.version ?? 0 }
  const options: SaveOptions = { role, action }
  const reply = await save(ward, beds, answers ? [change] : [], options)
  const hasChanged = (await storedAnswer(at))?.value === value
  return { status: reply.status, detail: reply.status < 400 ? '' : (reply.body.detail ?? ''), hasChanged }
}

/** What product 14 and 22 say, in their order. */
function refusalOf(status: SectionStatus, { action, answers }: Way, role: Role): number | null {
  const isLead = role !== 'contributor'
  if (action === 'sign_off' && !isLead) return 403
  if (action === 'reopen') return status === 'signed_off' && !isLead ? 403 : null
  if (status === 'signed_off') return answers || action === 'complete' ? 423 : null
  return status === 'complete' && answers ? 423 : null
}

test('each act in each state by each role: a refused one changes nothing', async () => {
  const at = await place()
  await setWindow(at, open)
  const wrong: unknown[] = []
  for (const status of statuses)
    for (const role of writers)
      for (const way of ways) {
        await putInto(at, status)
        const expected = refusalOf(status, way, role)
        const outcome = await attempt(at, way, role)
        const isRefused = outcome.status >= 400 && !outcome.detail.startsWith('Complete every section')
        const isRight = expected === null ? !isRefused : outcome.status === expected
        const isWritten = outcome.status < 400 && way.answers
        if (outcome.hasChanged !== isWritten) wrong.push({ status, role, way, outcome })
        if (!isRight) wrong.push({ status, role, way, expected, outcome })
      }
  expect(wrong).toEqual([])
})

test.each(Object.entries(shut))('%s, nobody changes anything', async (_, window) => {
  const at = await place()
  await setWindow(at, window)
  const wrong: unknown[] = []
  for (const status of statuses)
    for (const way of ways) {
      await putInto(at, status)
      const outcome = await attempt(at, way, 'admin')
      if (outcome.status !== 423 || outcome.hasChanged) wrong.push({ status, way, outcome })
    }
  expect(wrong).toEqual([])
})
