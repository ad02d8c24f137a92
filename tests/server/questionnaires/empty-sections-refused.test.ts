// When a section cannot be declared empty.

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listAcceptances } from '#contract/acceptances.ts'
import { declareEmptySection } from '#contract/section-submissions.ts'
import { declaringOn } from '#tests/support/declaring.ts'
import { selection } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { stage, declare, act, enter, contentOf, setPeriod } = declaringOn(server)

describe('It is refused', () => {
  test('to contributors, who cannot undo it either', async () => {
    expect((await declare(0, 'not_done', 'contributor')).status).toBe(403)
    await declare(0, 'not_done')
    expect(await act(0, 'reopen', 'contributor')).toMatchObject({
      status: 403,
      body: {
        detail: 'Only a lead of the organisation can mark a section “Nothing to report”, or undo this.'
      }
    })
  })

  test('while the section has answers, which do not change', async () => {
    await enter(0, 'Rooms', 4)
    const { status, body } = await declare(0, 'none_happened')
    expect([status, body]).toMatchObject([423, { detail: expect.stringContaining('Clear them first') }])
    expect((await contentOf(0)).values).toMatchObject({ Rooms: 4, Beds: null })
  })

  test('in a survey, in a complete section and a second time', async () => {
    const { survey, submission_id, tokens } = stage()
    const body = {
      questionnaire_id: survey.questionnaire_id,
      section_id: survey.section_ids[0]!,
      submission_id,
      client_change_id: randomUUID(),
      empty_reason: 'not_done' as const
    }
    expect((await server.call(declareEmptySection, { body }, tokens.lead)).status).toBe(404)
    await enter(1, 'Staff', 5)
    await act(1, 'complete')
    expect((await declare(1, 'not_done')).status).toBe(423)
    await declare(0, 'not_done')
    expect((await declare(0, 'none_happened')).status).toBe(423)
  })

  test('when the questionnaire is locked, closed, or open for completion alone where it would enter 0', async () => {
    await setPeriod({ is_locked: true })
    expect((await declare(0, 'not_done')).status).toBe(423)
    await setPeriod({ is_locked: false, closes_at: new Date(1) })
    expect((await declare(0, 'not_done')).status).toBe(423)
    await server.database
      .insertInto('correction_windows')
      .values({
        programme_id: PROGRAMME,
        submission_id: stage().submission_id,
        questionnaire_id: stage().standard.questionnaire_id,
        section_id: null,
        window_kind: 'complete',
        opened_at: server.clock.now,
        opened_by_user_id: stage().lead.user_id,
        open_until: new Date('2100-01-01'),
        reason_text: 'Forgotten.'
      })
      .execute()
    expect((await declare(0, 'none_happened')).status).toBe(423)
    expect((await declare(0, 'not_done')).status).toBe(200)
    const query = { ...selection(stage()), limit: 10, offset: 0 }
    const { body } = await server.call(listAcceptances, { query }, stage().tokens.admin)
    const own = body.acceptances.find(
      one =>
        one.submission_id === stage().submission_id &&
        one.questionnaire_id === stage().standard.questionnaire_id
    )
    expect(own).toMatchObject({ completed_section_count: 1 })
  })
})
