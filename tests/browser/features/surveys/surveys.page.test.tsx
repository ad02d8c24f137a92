// A respondent comes with a code, answers in parts, stops, comes back, hands in; and everyone whose code opens nothing is told why.

import '#tests/support/indexed-db.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { $tokenState } from '#browser/stores/session.ts'
import { $lastInvalidUrl, clearSurveyClosedReason } from '#browser/stores/survey.ts'
import { deleteCaseCode } from '#contract/case-codes.ts'
import { invariant } from '#lib/invariant.ts'
import { makeCase } from '#tests/support/cases.ts'
import { useIsland } from '#tests/support/island.tsx'
import {
  answerFirstPart,
  answerTheRest,
  choose,
  go,
  heading,
  press,
  saved,
  write
} from '#tests/support/respondent.tsx'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

beforeEach(() => {
  // The island's clock is frozen, while the save queue uses real time.
  vi.useRealTimers()
})

afterEach(() => {
  server.clock.now = NOON
  clearSurveyClosedReason()
  $lastInvalidUrl.set('')
})

const address = () => location.pathname + location.search

const percent = () =>
  Number(screen.getByRole('progressbar', { name: 'Answered' }).getAttribute('aria-valuenow'))

async function enter(typed: string, verb: string): Promise<void> {
  const field = await screen.findByLabelText('Case code')
  await act(async () => void fireEvent.change(field, { target: { value: typed } }))
  await press(verb)
}

describe('a survey from its code to its confirmation', () => {
  test('a duration has a field for hours and one for minutes', async () => {
    const { ids, code } = await makeCase(server)
    await island.start(`/surveys/${ids}`)
    await heading('Enter your case code')
    await enter(code, 'Open the survey')
    await press('Start', 'link')
    await answerFirstPart()
    await press('Next: How it went')
    await heading('How it went')
    const fields = within(screen.getByRole('group', { name: /^How long did you wait/ }))
    const [hours, minutes] = fields.getAllByRole<HTMLInputElement>('spinbutton')
    invariant(hours && minutes, 'There are two fields')
    const put = (field: HTMLInputElement, value: string) =>
      act(async () => void fireEvent.change(field, { target: { value } }))
    expect(fields.getByLabelText('hours')).toBe(hours)
    await put(minutes, '75')
    expect([hours.value, minutes.value], 'as typed').toEqual(['', '75'])
    await act(async () => void fireEvent.blur(minutes))
    expect([hours.value, minutes.value]).toEqual(['1', '15'])
    await saved()
    await put(minutes, '-5')
    await act(async () => void fireEvent.blur(minutes))
    expect(await screen.findByText(/^Enter a duration/)).toBeTruthy()
    await put(minutes, '')
    await put(hours, '')
    await saved()
    expect(screen.queryByText(/^Enter a duration/)).toBeNull()
  })

  test('started, left, resumed, reviewed, submitted once; Back does not reopen it', async () => {
    const { ids, code } = await makeCase(server)
    await island.start(`/surveys/${ids}`)
    await heading('Enter your case code')
    await enter(` ${code.toLowerCase().replaceAll('-', '')} `, 'Open the survey')
    await heading('Patient experience survey')
    expect(address()).toBe(`/surveys/${ids}/${code}`)
    expect(screen.getByText('8 questions, about 3 minutes')).toBeTruthy()

    await press('Start', 'link')
    await answerFirstPart()
    expect(address()).toBe(`/surveys/${ids}/${code}/questions?part=1`)
    await saved()
    expect(percent()).toBe(60)
    await press('Save and leave', 'link')
    expect(await screen.findByRole('link', { name: 'Resume' })).toBeTruthy()
    expect(screen.getByText('60%')).toBeTruthy()

    await press('Resume', 'link')
    await heading('How it went')
    await press('Back', 'link')
    await heading('When and why')
    expect(screen.getByRole('radio', { name: 'By appointment', checked: true })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /When was it/ }).value).toBe('3 Sep 2026')

    await answerTheRest()
    expect(percent()).toBe(100)
    await press('Check your answers')
    await heading('Check your answers')
    expect(screen.getByText('Nothing is missing. You cannot change the answers once submitted.')).toBeTruthy()
    await saved()
    const submit = screen.getByRole('button', { name: 'Submit' })
    await act(async () => {
      fireEvent.click(submit)
      fireEvent.click(submit)
    })
    await heading('Thank you, your answers have been submitted')
    expect(address()).toBe(`/surveys/${ids}/${code}/complete`)
    expect(screen.getByText('Reference').nextElementSibling?.textContent).toBe(code)
    expect(await screen.findByText('By appointment')).toBeTruthy()
    const completions = await server.database
      .selectFrom('case_codes')
      .select(['status'])
      .where('programme_id', '=', 1)
      .where('case_code', '=', code.replaceAll('-', ''))
      .execute()
    expect(completions).toEqual([{ status: 'completed' }])
    expect(island.calls).not.toContain('organisations/')

    await go(`/surveys/${ids}/${code}/questions?part=1`)
    await heading('This case has been submitted')
    expect(address()).toBe('/surveys/404')
    await press('See the submitted answers', 'link')
    await heading('Thank you, your answers have been submitted')
    await press('Enter another case', 'link')
    await heading('Enter your case code')
  }, 60_000)

  test('a submit that never ends does not hold up the next one, after the survey was left and opened again', async () => {
    const { ids, code } = await makeCase(server)
    await island.start(`/surveys/${ids}/${code}/questions?part=1`)
    await answerFirstPart()
    await answerTheRest()
    await press('Check your answers')
    await heading('Check your answers')
    await saved()
    const connect = (fetch: typeof server.fetch) =>
      configureTransport({ apiBase: 'http://api.example', fetch })
    connect((input, init) =>
      (input as Request).url.endsWith('/section-submission')
        ? new Promise(() => {})
        : server.fetch(input, init)
    )
    await press('Submit')
    await go(`/surveys/${ids}/${code}`)
    await heading('Patient experience survey')
    connect(server.fetch)
    await go(`/surveys/${ids}/${code}/questions?part=review`)
    await heading('Check your answers')
    await press('Submit')
    expect(await heading('Thank you, your answers have been submitted')).toBeTruthy()
  }, 60_000)

  test('missing and invalid answers are errors at their questions, and submitting leads to the first', async () => {
    const { ids, code } = await makeCase(server)
    await island.start(`/surveys/${ids}/${code}/questions?part=2`)
    await heading('How it went')
    await write(/From 0 to 10/, '11')
    await press('Next: In your words')
    await heading('How it went')
    expect(screen.getByText(/The value must be/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /From 0 to 10/ }))
    await write(/From 0 to 10/, '7')
    await press('Next: In your words')
    await press('Check your answers')
    await heading('Check your answers')
    expect(screen.getAllByText('An answer is required').length).toBe(4)
    expect(screen.getByText('4 answers need your attention before you can submit.')).toBeTruthy()
    await press('An answer is required: Did the staff listen to you?', 'link')
    await heading('How it went')
    expect(document.activeElement).toBe(
      screen.getByRole('radiogroup', { name: 'Did the staff listen to you?' })
    )
    await choose('Not applicable')
    await go(`/surveys/${ids}/${code}/questions?part=1`)
    await heading('When and why')
    for (const name of ['When was it?', 'How did you come to us?'])
      await act(
        async () =>
          void fireEvent.click(screen.getByRole('checkbox', { name: `I cannot answer this: ${name}` }))
      )
    await choose('Yes')
    await go(`/surveys/${ids}/${code}/questions?part=review`)
    await heading('Check your answers')
    expect(screen.getAllByText('Cannot be answered').length).toBe(2)
    expect(percent()).toBe(100)
    await saved()
  }, 60_000)
})

describe('a code that opens nothing (product 16)', () => {
  const refused = (title: string) => heading(title)

  test('not known: the code can be mended and tried again on the same survey', async () => {
    const { ids, code } = await makeCase(server)
    await island.start(`/surveys/${ids}/WRONG-CODE/questions`)
    await refused('We do not recognise this code')
    expect(address()).toBe('/surveys/404')
    expect($lastInvalidUrl.get()).toBe(`/surveys/${ids}/WRONG-CODE/questions`)
    expect(screen.getByLabelText<HTMLInputElement>('Case code').value).toBe('WRONG-CODE')
    await enter('', 'Try this code')
    expect(screen.getByText('Case code is required.')).toBeTruthy()
    await enter(code, 'Try this code')
    await heading('Patient experience survey')
    expect(address()).toBe(`/surveys/${ids}/${code}`)
  })

  test('withdrawn', async () => {
    const { ids, code, id, token } = await makeCase(server)
    await island.start(`/surveys/${ids}/${code}/questions?part=1`)
    await answerFirstPart()
    await saved()
    const reply = await server.call(deleteCaseCode, { params: { id }, body: { confirm: true } }, token)
    expect(reply.body).toMatchObject({ status: 'withdrawn', answer_count: 3 })
    await go(`/surveys/${ids}/${code}`)
    await refused('This code has been revoked')
  })

  test('withdrawn while it is answered: the same page says so, not a login, and nothing holds the respondent back', async () => {
    const { ids, code, id, token } = await makeCase(server)
    await island.start(`/surveys/${ids}/${code}/questions?part=1`)
    await heading('When and why')
    await write(/When was it/, '3/9/2026')
    await saved()
    await server.call(deleteCaseCode, { params: { id }, body: { confirm: true } }, token)
    await choose('By appointment')
    await refused('This code has been revoked')
    expect(address()).toBe('/surveys/404')
    expect($lastInvalidUrl.get()).toBe(`/surveys/${ids}/${code}/questions?part=1`)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('withdrawn while an admin is signed in and tries it out: the admin stays signed in', async () => {
    const { ids, code, id, token } = await makeCase(server)
    await island.start(`/surveys/${ids}/${code}/questions?part=1`, 'admin')
    await heading('When and why')
    await server.call(deleteCaseCode, { params: { id }, body: { confirm: true } }, token)
    await choose('By appointment')
    await refused('We do not recognise this code')
    expect($tokenState.get()).toBe('valid')
  })

  test('closed and not open yet, by the server’s clock', async () => {
    const { ids, code } = await makeCase(server)
    server.clock.now = new Date('2027-11-20T12:00:00.000Z')
    await island.start(`/surveys/${ids}/${code}`)
    await refused('This survey is closed')
    server.clock.now = new Date('2025-01-10T12:00:00.000Z')
    await enter(code, 'Try this code')
    expect(await refused('This survey is not open yet')).toBeTruthy()
  })

  test('the confirmation is only of submitted cases', async () => {
    const { ids, code } = await makeCase(server)
    await island.start(`/surveys/${ids}/${code}/complete`)
    await heading('Patient experience survey')
    expect(address()).toBe(`/surveys/${ids}/${code}`)
  })

  test('by the address alone there is nothing to try again', async () => {
    await island.start('/surveys/404')
    await heading('Survey not found')
    expect(screen.queryByLabelText('Case code')).toBeNull()
    expect(within(screen.getByRole('main')).getByText(/Open the link in your invitation again/)).toBeTruthy()
  })
})
