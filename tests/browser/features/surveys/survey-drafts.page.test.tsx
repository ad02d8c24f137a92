// What a respondent's earlier visit left on the device, when the first page of the survey opens.

import '#tests/support/indexed-db.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import SurveyIntroScreen from '#browser/features/surveys/survey-intro-screen.tsx'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { $case } from '#browser/stores/survey.ts'
import type { CellChange } from '#contract/section-submissions.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { eventually } from '#tests/support/patience.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { sectionServer } from '#tests/support/section-server.ts'

afterEach(cleanup)

test('it counts in the progress at once and is sent without the respondent doing anything', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  setRuntimeConfig(pageConfig)
  const server = sectionServer(aSection(aGrid(2, 1)))
  let arrive = (): void => {}
  const arrived = new Promise<void>(resolve => (arrive = resolve))
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (request.method === 'GET') return Response.json(await server.as().read())
      await arrived
      const body = (await request.json()) as { client_change_id: string; answers: CellChange[] }
      const reply = server.save(body.client_change_id, body.answers)
      return reply.ok ? Response.json(reply.value) : Response.json({ detail: reply.error }, { status: 422 })
    }
  })
  $case.set({
    is_valid: true,
    case_code_id: 1,
    case_code: 'K7MPQ2TX',
    status: 'unused',
    survey_closed_reason: null,
    questionnaire_name: 'Survey',
    organisation_name: 'Northfield',
    submission_name: 'Ward 1A',
    section_ids: [3],
    closes_at: null,
    completion_percent: 0
  })
  const blank = { value: null, is_not_applicable: false, is_not_available: false }
  await openDrafts({ programmeCode: 'wards', user: 'case K7MPQ2TX', submissionId: 5, sectionId: 3 }).write([
    {
      key: '1:1:1',
      edit: '1795640000000 0 t',
      tab: 't',
      text: '7',
      answer: { ...blank, value: 7 },
      base: blank,
      base_version: 0,
      own_version: 0,
      sent: []
    }
  ])
  render(<SurveyIntroScreen questionnaireId={2} submissionId={5} caseCode="K7MPQ2TX" />)
  expect(await screen.findByRole('link', { name: 'Resume' })).toBeTruthy()
  expect(screen.getByText('50%')).toBeTruthy()
  expect(server.valueOf('1:1:1')).toBeNull()
  arrive()
  await eventually(() => expect(server.valueOf('1:1:1')).toBe(7))
})
