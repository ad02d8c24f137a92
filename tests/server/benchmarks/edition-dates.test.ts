// No edition is published while data can be entered, whichever date keeps data collection open.

import { beforeAll, expect, test } from 'vitest'
import { listEditions } from '#contract/editions.ts'
import { publishDue } from '#server/benchmarks/editions/publish.ts'
import { withdrawEditions } from '#tests/support/editions.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const PROJECT = 'ward-staffing'
const PERIOD = '2025'
const LATER = new Date(NOON.getTime() + 86_400_000)

let place: { project_id: number; time_period_id: number }
let questionnaireId: number
let usual: Record<'collection_closes_at' | 'published_at' | 'closed_at', Date | null>

beforeAll(async () => {
  place = {
    project_id: await projectCoded(server, PROJECT),
    time_period_id: await periodNamed(server, PERIOD)
  }
  const own = await ownSubmission(server, PROJECT, PERIOD)
  questionnaireId = (await cellOf(server, own, 'Vacant WTE', 'Band 6')).questionnaire_id
  usual = await server.database
    .selectFrom('project_periods')
    .select(['collection_closes_at', 'published_at', 'closed_at'])
    .where(eb => eb.and({ programme_id: 1, ...place }))
    .executeTakeFirstOrThrow()
  await withdrawEditions(server, PROJECT, PERIOD)
})

const ofProject = (set: Partial<typeof usual>) =>
  server.database
    .updateTable('project_periods')
    .set({ ...usual, ...set })
    .where(eb => eb.and({ programme_id: 1, ...place }))
    .execute()
const ofQuestionnaire = (set: { closes_at?: Date | null; is_locked?: boolean }) =>
  server.database
    .updateTable('questionnaire_periods')
    .set(set)
    .where('programme_id', '=', 1)
    .where('questionnaire_id', '=', questionnaireId)
    .where('time_period_id', '=', place.time_period_id)
    .execute()

const refusal = async () =>
  (await server.call(listEditions, { query: place }, await server.tokenOf('admin'))).body.next.refusal
const publishByDate = () => publishDue(server.database, [1], NOON)

test('by a date of the project', async () => {
  await ofProject({ collection_closes_at: LATER })
  expect([await refusal(), await publishByDate()]).toEqual(['collection_open', []])
  await ofProject({})
  expect(await refusal()).toBeNull()
})

test('by a date of a questionnaire, unless it is locked, the project has ended or has a publication date', async () => {
  await ofProject({ published_at: null })
  await ofQuestionnaire({ closes_at: LATER })
  expect([await refusal(), await publishByDate()]).toEqual(['collection_open', []])
  await ofQuestionnaire({ is_locked: true })
  expect(await refusal()).toBeNull()
  await ofQuestionnaire({ is_locked: false })
  await ofProject({ closed_at: NOON })
  expect(await refusal()).toBeNull()
  await ofProject({})
  expect([await refusal(), await publishByDate()]).toEqual([null, [1]])
})
