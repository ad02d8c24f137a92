// Nothing to report: what a declaration enters, what it leaves missing, and what it forbids until it is undone.

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { acceptSubmissions } from '#contract/acceptances.ts'
import { listOrganisationProgress } from '#contract/organisation-progress.ts'
import { planQueries } from '#contract/queries.ts'
import { listSections } from '#contract/questionnaires.ts'
import { getCompletion, saveSection } from '#contract/section-submissions.ts'
import { nextEdition } from '#server/benchmarks/editions/publish.ts'
import { declaringOn } from '#tests/support/declaring.ts'
import { selection } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

const { stage, placeOf, declare, act, enter, contentOf, setPeriod } = declaringOn(server)

async function completionOf() {
  const { questionnaire_id, submission_id } = placeOf(0)
  const query = { questionnaire_id, submission_id }
  return (await server.call(getCompletion, { query }, stage().tokens.lead)).body
}

describe('“None happened”', () => {
  test('enters 0 as people do: with a history, calculated cells and the checks', async () => {
    const { status, body } = await declare(0, 'none_happened')
    expect(status).toBe(200)
    expect(body.section_submission).toMatchObject({ status: 'complete', completion_percent: 100 })
    expect(body.saved).toHaveLength(4)
    const { section, values } = await contentOf(0)
    expect(values).toEqual({ Beds: 0, 'Beds in use': 0, Trolleys: 0, Rooms: 0, 'Free beds': 0 })
    expect(section).toMatchObject({ status: 'complete', empty_reason: 'none_happened' })
    const written = await server.database
      .selectFrom('answers')
      .select(['updated_by_user_id', 'version', 'number_value'])
      .where('programme_id', '=', PROGRAMME)
      .where('submission_id', '=', stage().submission_id)
      .execute()
    expect(written).toEqual(
      written.map(() => ({ updated_by_user_id: stage().lead.user_id, version: 1, number_value: 0 }))
    )
  })

  test('is undone by reopening the section, which clears the zeros and keeps them in the history', async () => {
    await declare(0, 'none_happened')
    expect((await act(0, 'reopen')).body.section_submission).toMatchObject({ status: 'in_progress' })
    const { section, values } = await contentOf(0)
    expect(Object.values(values)).toEqual([null, null, null, null, null])
    expect(section.empty_reason).toBeNull()
    const former = await server.database
      .selectFrom('answer_versions')
      .select('value')
      .where('programme_id', '=', PROGRAMME)
      .where('submission_id', '=', stage().submission_id)
      .execute()
    expect(former.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0])
    expect((await enter(0, 'Beds', 3)).body.conflicts).toHaveLength(1)
  })
})

describe.each(['not_done', 'not_recorded'] as const)('%s', reason => {
  test('completes the section and leaves its cells missing', async () => {
    expect((await declare(0, reason)).body).toMatchObject({
      section_submission: { status: 'complete', completion_percent: 100 },
      saved: []
    })
    const { section, values } = await contentOf(0)
    expect(Object.values(values)).toEqual([null, null, null, null, null])
    expect(section).toMatchObject({ status: 'complete', empty_reason: reason })
    expect((await completionOf()).section_submissions[0]).toMatchObject({
      empty_reason: reason,
      applicable_count: 0,
      required_remaining_count: 0,
      completion_percent: 100
    })
  })

  test('counts as complete: the questionnaire is signed off and accepted with it, and its edition has no figure', async () => {
    await enter(1, 'Staff', 5)
    await act(1, 'complete')
    await declare(0, reason)
    expect((await completionOf()).completion_percent).toBe(100)
    expect((await act(0, 'sign_off')).body.section_submission.status).toBe('signed_off')
    expect((await contentOf(0)).section.empty_reason).toBe(reason)
    await setPeriod({ is_locked: true })
    const body = { ...selection(stage()), accepted_questionnaires: null }
    expect((await server.call(acceptSubmissions, { body }, stage().tokens.admin)).body.accepted_count).toBe(1)
    const { project_id: projectId, time_period_id: timePeriodId } = stage().place
    const scope = { programmeId: PROGRAMME, projectId, timePeriodId }
    const { snapshot } = await nextEdition(server.database, scope, server.clock.now)
    expect(snapshot.cells.map(cell => cell.question_id)).toEqual([stage().standard.cell('Staff').question_id])
  })
})

test('programme admins and leads see it in the table of progress', async () => {
  await declare(0, 'not_done')
  for (const [by, expected] of [
    // The organisation's other submission has the section, too.
    ['admin', [false, false]],
    ['lead', [true, false]]
  ] as const) {
    const { body } = await server.call(
      listOrganisationProgress,
      { query: selection(stage()) },
      stage().tokens[by]
    )
    const row =
      body.organisations.find(one => one.submission_id === stage().submission_id) ?? body.organisations[0]!
    expect([by, row.section_progress.map(one => one.is_empty)]).toEqual([by, expected])
  }
})

test('a rule raises no queries about cells that are missing for a reason', async () => {
  const planned = async () => {
    const body = { ...selection(stage()), rules: [{ rule_code: 'required_blank' as const }] }
    return (await server.call(planQueries, { body }, stage().tokens.admin)).body.planned.length
  }
  await enter(0, 'Rooms', 4)
  expect(await planned()).toBe(2)
  const { version } = (await contentOf(0)).section
  expect(version).toBe(1)
  const cleared = await stage().server.call(
    saveSection,
    {
      body: {
        ...placeOf(0),
        client_change_id: randomUUID(),
        action: 'save',
        answers: [{ ...stage().standard.cell('Rooms'), value: null, base_version: 1 }]
      }
    },
    stage().tokens.lead
  )
  expect(cleared.body.saved).toHaveLength(1)
  await declare(0, 'not_recorded')
  expect(await planned()).toBe(0)
})

test('nothing can be entered until it is undone, not even in a correction window', async () => {
  await declare(0, 'not_recorded')
  const refused = await enter(0, 'Beds', 3)
  expect([refused.status, refused.body]).toMatchObject([
    423,
    { detail: 'This section is marked “Nothing to report”. To enter answers, undo this.' }
  ])
  expect((await act(0, 'complete', 'contributor')).status).toBe(200)
  expect((await contentOf(0)).section.empty_reason).toBe('not_recorded')
  await act(0, 'reopen')
  expect((await enter(0, 'Beds', 3)).body.saved).toHaveLength(1)
})

test('a server of an earlier version that reopens the section withdraws the declaration', async () => {
  await declare(0, 'not_recorded')
  const section = server.database
    .updateTable('section_submissions')
    .where('programme_id', '=', PROGRAMME)
    .where('submission_id', '=', stage().submission_id)
    .where('section_id', '=', placeOf(0).section_id)
  await section.set({ status: 'in_progress' }).execute()
  await section.set({ status: 'complete' }).execute()
  expect((await contentOf(0)).section).toMatchObject({ status: 'complete', empty_reason: null })
})

test('it shows in the list of sections', async () => {
  await declare(1, 'not_done')
  const { questionnaire_id: id, submission_id } = placeOf(0)
  const { body } = await server.call(
    listSections,
    { params: { id }, query: { submission_id } },
    stage().tokens.contributor
  )
  expect(body.sections.map(section => section.empty_reason)).toEqual([null, 'not_done'])
})
