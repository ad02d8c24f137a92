// A question that two sections ask has one answer: what either section calculates from it follows a save in the other one.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { saveSection, type CellChange } from '#contract/section-submissions.ts'
import { bumpStructureVersion } from '#server/builders/questionnaires/structure.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import { askCalculated, askTwice } from '#tests/support/ask-twice.ts'
import { openStage, type Stage } from '#tests/support/pairs/stage.ts'
import { eventually } from '#tests/support/patience.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

let stage: Stage
let staff: { question_id: number; row_id: number; column_id: number }
let handsId: number
/** The first one calculates the hands of its staff, the second one asks for staff as well. */
let sections: { questionnaire_id: number; section_id: number; submission_id: number }[]

beforeAll(async () => {
  stage = await openStage(server)
  const { standard, submission_id, place } = stage
  const own = {
    questionnaire_id: standard.questionnaire_id,
    section_id: standard.section_ids[1]!,
    submission_id
  }
  // Keeps the structure without the second questionnaire.
  await save(own, [])
  const again = await askTwice(stage)
  staff = again.staff
  sections = [own, { questionnaire_id: again.questionnaire_id, section_id: again.section_id, submission_id }]
  handsId = await askCalculated(stage, [standard.at('Staff').sub_section_id], `q${staff.question_id} * 2`)
  await transaction(server.database, async tx =>
    bumpStructureVersion(await takeStructure(tx, PROGRAMME, place.project_id), [again.questionnaire_id])
  )
})

async function save(
  section: (typeof sections)[number],
  answers: readonly Pick<CellChange, 'value' | 'base_version'>[],
  action: 'save' | 'complete' = 'save'
) {
  const cells = answers.map(answer => ({ ...staff, ...answer }))
  const body = { ...section, client_change_id: randomUUID(), action, answers: cells }
  return (await server.call(saveSection, { body }, stage.tokens.lead)).body
}

async function stored(question_id: number) {
  const { value, number_value, version } = await server.database
    .selectFrom('answers')
    .select(['value', 'number_value', 'version'])
    .where('programme_id', '=', PROGRAMME)
    .where('submission_id', '=', stage.submission_id)
    .where('question_id', '=', question_id)
    .executeTakeFirstOrThrow()
  expect(number_value).toBe(value)
  return { value, version }
}

const countsOf = ({ section_id }: (typeof sections)[number]) =>
  server.database
    .selectFrom('section_submissions')
    .select(['status', 'version', 'applicable_count', 'answered_count'])
    .where('programme_id', '=', PROGRAMME)
    .where('submission_id', '=', stage.submission_id)
    .where('section_id', '=', section_id)
    .executeTakeFirst()

test('a calculated cell follows an answer that is saved in another section', async () => {
  const [own, other] = sections as [(typeof sections)[0], (typeof sections)[0]]
  await save(own, [{ value: 10, base_version: 0 }], 'complete')
  expect((await stored(handsId)).value).toBe(20)
  const before = await countsOf(own)
  expect(before).toMatchObject({ status: 'complete', applicable_count: 1, answered_count: 1 })

  await save(other, [{ value: 12, base_version: 1 }])
  expect(await stored(handsId)).toEqual({ value: 24, version: 2 })
  expect(await countsOf(own)).toEqual(before)

  await save(other, [{ value: null, base_version: 2 }])
  expect(await stored(handsId)).toEqual({ value: null, version: 3 })
  expect(await countsOf(own)).toEqual({ ...before, status: 'in_progress', answered_count: 0 })
})

test.runIf(process.env['TEST_DATABASE_URL'])(
  'saves in sections that share a question take turns',
  async () => {
    const saving = await server.database.transaction().execute(async tx => {
      await sql`
      select from submissions where programme_id = ${PROGRAMME} and submission_id = ${stage.submission_id} for no key update`.execute(
        tx
      )
      const started = save(sections[1]!, [])
      await eventually(async () => {
        const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query ilike 'select "submission_id" from "submissions"%'`.execute(server.database)
        expect(rows).not.toEqual([])
      })
      return { started }
    })
    expect((await saving.started).conflicts).toEqual([])
  }
)

test('two sections that change one answer at once find the conflict', async () => {
  for (let round = 0; round < 8; round++) {
    const { version } = await stored(staff.question_id)
    const replies = await Promise.all(
      sections.map((section, index) => save(section, [{ value: 100 * round + index, base_version: version }]))
    )
    expect(replies.flatMap(({ conflicts }) => conflicts)).toHaveLength(1)
    const winner = replies.findIndex(({ conflicts }) => conflicts.length === 0)
    expect(await stored(staff.question_id)).toEqual({ value: 100 * round + winner, version: version + 1 })
    expect((await stored(handsId)).value).toBe(2 * (100 * round + winner))
  }
})
