// A contributor makes case codes, hands them out and takes them back, from the hub.

import { act, fireEvent, screen, waitFor, within, renderHook } from '@testing-library/react'
import Papa from 'papaparse'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  codeListOf,
  loadCodes,
  loadMoreCodes,
  createCodes
} from '#browser/features/data-collection/codes/case-codes.ts'
import { useFoundCodes } from '#browser/features/data-collection/codes/use-found-codes.ts'
import { checkCaseCode, createCaseCodes, listCaseCodes, listCaseResponses } from '#contract/case-codes.ts'
import { getSectionQuestions, listQuestionnaires } from '#contract/questionnaires.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { paths } from '#programme/paths.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { goOffline } from '#tests/support/offline.ts'
import { readQrCode } from '#tests/support/read-qr-code.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

// What the browser does with a file or a sheet of paper; what it is given is looked at.
const print = vi.fn<() => void>()
const saved: Blob[] = []

beforeEach(() => {
  vi.stubGlobal('print', print)
  Object.assign(window, { print })
  saved.length = 0
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    saved.push(blob as Blob)
    return 'blob:file'
  })
})
afterEach(() => vi.restoreAllMocks())

async function surveyPlace() {
  const token = await server.tokenOf('contributor')
  const query = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
  const { body } = await server.call(listQuestionnaires, { query }, token)
  const questionnaire_id = body.questionnaires.find(
    one => one.questionnaire_type === 'case'
  )!.questionnaire_id
  return {
    token,
    place: { questionnaire_id, submission_id: await ownSubmission(server, 'ward-staffing', '2026') }
  }
}

/** A respondent answers one question of a fresh code. */
async function usedCode(): Promise<string> {
  const { token, place } = await surveyPlace()
  const made = await server.call(createCaseCodes, { body: { ...place, quantity: 1 } }, token)
  const { case_code } = made.body.case_codes[0]!
  const check = await server.call(checkCaseCode, { query: { ...place, case_code } })
  const section_id = check.body.section_ids[0]!
  const params = { id: place.questionnaire_id, sid: section_id }
  const { body } = await server.call(getSectionQuestions, {
    params,
    query: { submission_id: place.submission_id, case_code }
  })
  const { question_id } = body.sub_sections[0]!.questions.find(
    question => question.question_type === 'yes_no'
  )!
  const answers = [{ question_id, row_id: 0, column_id: 0, value: 'no', base_version: 0 }]
  const change = { client_change_id: `answer of ${case_code}`, action: 'save' as const }
  await server.call(saveSection, { body: { ...place, section_id, case_code, ...change, answers } })
  return case_code
}

const press = (name: string | RegExp) => clickFound(screen.findByRole('button', { name }))
const write = (name: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(name), { target: { value } }))
const rowOf = (code: string) => screen.getByRole('rowheader', { name: code }).closest('tr') as HTMLElement

async function openCodes(): Promise<void> {
  await island.start('/projects/ward-staffing/data-collection', 'contributor')
  await press('Manage codes: Patient experience survey')
  await screen.findByRole('table', { name: 'Case codes' })
}

test('the hub counts used and complete codes; many are made at once', async () => {
  await island.start('/projects/ward-staffing/data-collection', 'contributor')
  const before = await screen.findByText(/^\d+ codes: \d+ used, 3 complete$/)
  const count = Number.parseInt(before.textContent ?? '', 10)
  await press('Manage codes: Patient experience survey')
  const table = await screen.findByRole('table', { name: 'Case codes' })
  // The list has the withdrawn code as well, which does not count.
  expect(within(table).getAllByRole('rowheader').length).toBe(count + 1)
  await write('Number of new codes', '501')
  await press('Create codes')
  expect(screen.getByText('Number of new codes must be between 1 and 500.')).toBeTruthy()
  await write('Number of new codes', '25')
  await press('Create codes')
  await screen.findByText('25 codes created. New codes are at the end of the list.')
  const list = screen.getByRole('table', { name: 'Case codes' })
  expect(within(list).getAllByRole('rowheader').length).toBe(count + 26)
  expect(screen.getByText(new RegExp(`^${count + 25} codes: `))).toBeTruthy()
})

test('an unused code is deleted after a question; a used one is withdrawn with its count and can come back', async () => {
  const code = await usedCode()
  await openCodes()
  const unused = screen
    .getAllByRole('button', { name: /^Delete: / })
    .at(-1)!
    .getAttribute('aria-label')!
    .replace('Delete: ', '')
  await press(`Delete: ${unused}`)
  expect(screen.getByText(`No one has used ${unused}. You cannot restore a deleted code.`)).toBeTruthy()
  const goOnline = goOffline(server)
  await press('Delete code')
  expect(
    await screen.findByText('You are offline. Nothing has changed. Try again when you are online.')
  ).toBeTruthy()
  goOnline()
  await press('Delete code')
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: unused })).toBeNull())

  await press(`Revoke: ${code}`)
  await screen.findByText(
    `${code} holds 1 answer. If you revoke it, it will no longer open the survey. Its answers are kept, and you can restore it.`
  )
  expect(within(rowOf(code)).getByText('Started')).toBeTruthy()
  await press('Revoke code')
  await waitFor(() => expect(within(rowOf(code)).getByText('Revoked')).toBeTruthy())
  await press(`Restore: ${code}`)
  await waitFor(() => expect(within(rowOf(code)).getByText('Started')).toBeTruthy())
})

test('while the survey is locked no code can be deleted, revoked or restored', async () => {
  await usedCode()
  const { place } = await surveyPlace()
  const lock = (is_locked: boolean) =>
    server.database
      .updateTable('questionnaire_periods')
      .set({ is_locked })
      .where('programme_id', '=', 1)
      .where('questionnaire_id', '=', place.questionnaire_id)
      .execute()
  await lock(true)
  await openCodes()
  expect(await screen.findByText(/You cannot create or revoke codes now\.$/)).toBeTruthy()
  expect(screen.queryAllByRole('button', { name: /^(Delete|Revoke|Restore): / })).toEqual([])
  await lock(false)
})

test('a reviewer is named, refused without a name, and taken away again', async () => {
  const code = await usedCode()
  await openCodes()
  await press(`Reviewer: ${code}`)
  await write('Email address', 'rolf@wards.example')
  await press('Save reviewer')
  expect(screen.getByText('Reviewer is required.')).toBeTruthy()
  await write('Reviewer', '=Rolf')
  await press('Save reviewer')
  await waitFor(() => expect(within(rowOf(code)).getByText('=Rolf')).toBeTruthy())
  await press('Download CSV')
  await waitFor(() => expect(saved.length).toBe(1))
  const { data } = Papa.parse<Record<string, string>>((await saved[0]!.text()).replace('\uFEFF', ''), {
    header: true
  })
  const line = data.find(row => row['Case code'] === code)
  const { place } = await surveyPlace()
  expect(line).toMatchObject({
    Link: `http://wards.localhost:4321/surveys/${place.questionnaire_id}-${place.submission_id}/${code}`,
    Status: 'Started',
    Reviewer: "'=Rolf"
  })
  await press(`Reviewer: ${code}`)
  await write('Reviewer', '')
  await write('Email address', '')
  await press('Save reviewer')
  await waitFor(() => expect(within(rowOf(code)).getByText('Not assigned')).toBeTruthy())
})

test('the response rate by day is a sentence, a chart and a table with the same figures', async () => {
  const { token, place } = await surveyPlace()
  const { body } = await server.call(listCaseResponses, { query: place }, token)
  const total = body.response_days.reduce((sum, day) => sum + day.completed_count, 0)
  expect(total).toBeGreaterThan(1)
  const rate = `${Math.round((total / body.code_count) * 100)}%`
  await openCodes()
  expect(await screen.findByText(`${total} of ${body.code_count} codes completed (${rate}).`)).toBeTruthy()
  const chart = screen.getByRole('img', { name: /^Share of codes completed by the end of each day/ })
  await act(async () => screen.getByText('Show as a table').click())
  const rows = within(screen.getByRole('table', { name: 'Responses by day' }))
    .getAllByRole('row')
    .slice(1)
  expect(chart.querySelectorAll('rect').length).toBe(rows.length)
  const cells = rows.map(row =>
    within(row)
      .getAllByRole('cell')
      .map(cell => cell.textContent)
  )
  expect(cells.reduce((sum, [count]) => sum + Number(count), 0)).toBe(total)
  expect(cells.at(-1)).toEqual(['0', String(total), rate])
})

test('the sheet to print holds a square for each code that can still be used', async () => {
  await openCodes()
  await press('Print QR sheet')
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  const squares = screen.getAllByRole('img', { name: /^QR code of / })
  const usable = within(screen.getByRole('table', { name: 'Case codes' })).getAllByText(/^(Unused|Started)$/)
  expect(squares.length).toBe(usable.length)
  // A decoder reads the address that opens the survey with the code that stands below the square.
  const { place } = await surveyPlace()
  for (const square of squares) {
    const code = square.getAttribute('aria-label')!.replace('QR code of ', '')
    const path = paths.surveyCase(place.questionnaire_id, place.submission_id, code)
    expect(readQrCode(square)).toBe(location.origin + path)
  }
  await act(async () => void window.dispatchEvent(new window.Event('afterprint')))
  expect(screen.queryAllByRole('img', { name: /^QR code of / })).toEqual([])
})

test('a viewer sees the survey, and no codes', async () => {
  await island.start('/projects/ward-staffing/data-collection', 'viewer')
  await screen.findByText('Filled in by respondents, each with a case code.')
  expect(screen.queryByRole('button', { name: /Manage codes/ })).toBeNull()
  expect(island.calls).not.toContain('caseCode')
})

// On the list itself: a thousand rows take the simulated browser half a minute.
test('codes beyond the thousandth are added on request, each once, and a new code keeps its place', async () => {
  const { place, token } = await surveyPlace()
  for (const quantity of [500, 500, 12])
    await server.call(createCaseCodes, { body: { ...place, quantity } }, token)
  await island.start('/', 'contributor')
  const at = { questionnaireId: place.questionnaire_id, submissionId: place.submission_id }
  const listed = () => {
    const codes = codeListOf(at).get()
    return codes.state === 'ready' ? codes.value : { codes: [], total: 0, withdrawn: 0 }
  }
  await loadCodes(at)
  expect(listed().codes).toHaveLength(1000)
  const [made] = (await createCodes(at, 1)).ok
    ? (await server.call(listCaseCodes, { query: { ...place, offset: 1012 } }, token)).body.case_codes.slice(
        -1
      )
    : []
  expect(listed().codes).toHaveLength(1000)
  expect(await loadMoreCodes(at)).toMatchObject({ ok: true })
  const { codes, total } = listed()
  expect([codes.length, new Set(codes.map(code => code.case_code_id)).size]).toEqual([total, total])
  expect(codes.at(-1)).toEqual(made)

  // What is typed is looked for among all of them, also those that are not on the page.
  const hook = renderHook(({ isWhole }) => useFoundCodes(at, ` ${made!.case_code} `, isWhole), {
    initialProps: { isWhole: false }
  })
  await waitFor(() =>
    expect(hook.result.current.found).toEqual({
      state: 'ready',
      value: { codes: [made], total: 1, withdrawn: 0 }
    })
  )
  hook.rerender({ isWhole: true })
  expect(hook.result.current.found).toBeNull()
})
