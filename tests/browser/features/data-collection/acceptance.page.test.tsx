import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { acceptSubmissions, listAcceptances } from '#contract/acceptances.ts'
import { paths } from '#programme/paths.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { queryingOn } from '#tests/support/querying.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const saving = savingOn(server)

const PAGE = '/projects/ward-staffing/data-collection'
const press = (button: HTMLElement) => act(async () => button.click())
const type = (field: HTMLElement, value: string) =>
  act(async () => void fireEvent.change(field, { target: { value } }))

const place = async () => ({
  project_id: await projectCoded(server, 'ward-staffing'),
  time_period_id: await periodNamed(server, '2026')
})

/** Collection has closed, and Northfield General has completed its first ward and a section of its second. */
beforeAll(async () => {
  const { project_id, time_period_id } = await place()
  const corrected = await ownSubmission(server, 'ward-staffing', '2026', 1)
  const beds = await cellOf(server, corrected, 'Staffed beds')
  await saving.fill(corrected, beds)
  await saving.save(corrected, beds, [], { action: 'complete' })
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  await server.database
    .updateTable('project_periods')
    .set({ collection_closes_at: new Date('2026-11-01T00:00:00Z') })
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .where('time_period_id', '=', time_period_id)
    .execute()
  await server.database
    .updateTable('section_submissions')
    .set({ status: 'complete' })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', ward)
    .where('case_code_id', '=', 0)
    .execute()
})

const states = async () => {
  const query = { ...(await place()), limit: 500, offset: 0 }
  return (await server.call(listAcceptances, { query }, await server.tokenOf('admin'))).body.state_counts
}
const countIn = async (state: string) =>
  (await states()).find(({ acceptance_state }) => acceptance_state === state)?.state_count ?? 0

test('an admin sees what is ready, accepts it all, and revokes one with a reason', async () => {
  const ready = await countIn('ready')
  expect(ready).toBeGreaterThan(0)
  await island.start(PAGE, 'admin')
  const line = await screen.findByRole('region', { name: 'Acceptance' })
  expect(line.textContent).toMatch(new RegExp(`^0 of \\d+ questionnaires accepted, ${ready} ready to accept`))
  await press(within(line).getByRole('button', { name: `Accept ${ready}…` }))
  const dialog = await screen.findByRole('dialog', { name: 'Acceptance' })
  await press(within(dialog).getByRole('button', { name: `Accept all ${ready} that are ready` }))
  await eventually(() => expect(line.textContent).toContain(`${ready} of `))
  expect(await countIn('accepted')).toBe(ready)
  const [revoke] = await within(dialog).findAllByRole('button', { name: /^Revoke…: / })
  await press(revoke!)
  const asking = await screen.findByRole('dialog', { name: 'Revoke acceptance' })
  await press(within(asking).getByRole('button', { name: 'Revoke acceptance' }))
  expect(await within(asking).findByText('Reason is required.')).toBeTruthy()
  await type(within(asking).getByRole('textbox', { name: 'Reason' }), 'Beds were counted twice.')
  await press(within(asking).getByRole('button', { name: 'Revoke acceptance' }))
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await countIn('accepted')).toBe(ready - 1)
  expect(await countIn('revoked')).toBe(1)
})

test('an admin opens closed questionnaires for corrections and closes the window again', async () => {
  await island.start(PAGE, 'admin')
  const region = await screen.findByRole('region', { name: 'Progress by section' })
  await press(within(region).getByRole('checkbox', { name: 'Select Northfield General' }))
  await press(screen.getByRole('button', { name: 'Open for corrections…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Open for corrections: 1 organisation' })
  const part = await within(dialog).findByRole<HTMLSelectElement>('combobox', { name: 'Open' })
  expect([...part.options].some(({ text }) => text.includes(': Establishment'))).toBe(true)
  await type(within(dialog).getByLabelText('Last day'), '2026-12-04')
  await type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Beds were counted twice.')
  await press(within(dialog).getByRole('button', { name: /^Open for \d+ / }))
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press(await screen.findByRole('button', { name: 'Correction windows…' }))
  const windows = await screen.findByRole('dialog', { name: 'Correction windows' })
  const rows = await within(windows).findAllByText('Beds were counted twice.')
  const closing = within(windows).getAllByRole('button', { name: /^Close now: / })
  expect(closing).toHaveLength(rows.length)
  await press(closing[0]!)
  await eventually(() =>
    expect(within(windows).queryAllByRole('button', { name: /^Close now: / })).toHaveLength(rows.length - 1)
  )
})

test('a lead reads until when a section is open for corrections, and corrects it while it stays complete', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026', 1)
  const { questionnaire_id, section_id } = await cellOf(server, ward, 'Staffed beds')
  await server.database
    .insertInto('correction_windows')
    .values({
      programme_id: 1,
      submission_id: ward,
      questionnaire_id,
      section_id,
      window_kind: 'change',
      opened_at: new Date('2026-11-19T12:00:00Z'),
      opened_by_user_id: 1,
      open_until: new Date('2026-12-04T12:00:00Z'),
      reason_text: 'Beds were counted twice.'
    })
    .execute()
  const ofSection = server.database
    .selectFrom('section_submissions')
    .select(['status', 'corrected_at', 'updated_at'])
    .where('programme_id', '=', 1)
    .where('submission_id', '=', ward)
    .where('section_id', '=', section_id)
    .where('case_code_id', '=', 0)
  await island.start(paths.section('ward-staffing', questionnaire_id, ward, section_id), 'lead')
  expect(await screen.findByText(/Open for corrections until 4 Dec/)).toBeTruthy()
  expect(screen.getByText('Marked complete')).toBeTruthy()
  const beds = screen.getByRole<HTMLInputElement>('textbox', { name: /^Staffed beds/ })
  expect(beds.readOnly).toBe(false)
  await act(async () => {
    beds.focus()
    fireEvent.input(beds, { target: { value: '31' } })
    beds.blur()
  })
  await eventually(async () => {
    const { status, corrected_at } = await ofSection.executeTakeFirstOrThrow()
    expect([status, corrected_at]).toEqual(['complete', NOON])
  })
})

const OPEN_CELLS = /2 answers are open for corrections until 4 Dec, end of the day\./

test('an admin sees what a window of queried answers opens before opening it', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026', 1)
  const nurses = await cellOf(server, ward, 'Registered nurses in post')
  // Those of earlier tests open everything.
  await server.database.deleteFrom('correction_windows').where('programme_id', '=', 1).execute()
  await queryingOn(server).raise(ward, nurses)
  const bank = await cellOf(server, ward, 'Bank hours')
  await queryingOn(server).raise(ward, bank)
  const declared = { status: 'complete', empty_reason: 'not_recorded', updated_at: NOON } as const
  await server.database
    .insertInto('section_submissions')
    .values({ programme_id: 1, submission_id: ward, section_id: bank.section_id, ...declared })
    .onConflict(conflict =>
      conflict
        .columns(['programme_id', 'submission_id', 'section_id', 'case_code_id'])
        .doUpdateSet({ ...declared })
    )
    .execute()
  await island.start(PAGE, 'admin')
  const region = await screen.findByRole('region', { name: 'Progress by section' })
  await press(within(region).getByRole('checkbox', { name: 'Select Northfield General' }))
  await press(screen.getByRole('button', { name: 'Open for corrections…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Open for corrections: 1 organisation' })
  await type(await within(dialog).findByRole('combobox', { name: 'What members can do' }), 'cells')
  const queried = await within(dialog).findByRole('region', { name: '1 answer with a query' })
  expect(queried.textContent).toContain('Registered nurses in post')
  const linked = within(dialog).getByRole('region', { name: /^Also opened/ })
  expect(linked.textContent).toContain('Staffed beds')
  expect(
    within(dialog).getByText(/^1 section with queries is marked “Nothing to report”, so it stays closed\./)
  ).toBeTruthy()
  await type(within(dialog).getByLabelText('Last day'), '2026-12-04')
  await type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Nurses were counted twice.')
  // Of another part nothing is listed or opened before its answers have loaded.
  const part = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Open' })
  const whole = part.value
  const ofSection = [...part.options].find(({ value }) => value === `${whole}/${nurses.section_id}`)!
  act(() => void fireEvent.change(part, { target: { value: ofSection.value } }))
  expect(within(dialog).queryByRole('region', { name: '1 answer with a query' })).toBeNull()
  act(() => within(dialog).getByRole('button', { name: 'Open' }).click())
  expect(await within(dialog).findByText(/have not loaded yet, so nothing was opened/)).toBeTruthy()
  await type(part, whole)
  await press(await within(dialog).findByRole('button', { name: /^Open for 1 / }))
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a lead sees on the home, in the section and in the tab “For you” what is open and until when', async () => {
  await island.start('/projects/ward-staffing', 'lead')
  expect(await screen.findByRole('heading', { name: 'What you can still change' })).toBeTruthy()
  expect(screen.getByText(OPEN_CELLS)).toBeTruthy()
  await press(screen.getByRole('link', { name: /^Open: .*: Establishment$/ }))
  expect(await screen.findByText(OPEN_CELLS)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign off' })).toBeNull()
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
  expect(field(/^Registered nurses in post/).readOnly).toBe(false)
  expect(field(/^Students on placement/).readOnly).toBe(true)
  expect(await screen.findByText('Its cell is marked with “?”.')).toBeTruthy()
  await press(screen.getByRole('button', { name: 'Go to the first' }))
  const panel = await screen.findByRole('tabpanel', { name: 'For you' })
  expect(within(panel).getByText(OPEN_CELLS)).toBeTruthy()
  // The other sections are closed, whatever they still need.
  const sections = screen.getByRole('navigation', { name: 'Sections' })
  const others = within(sections)
    .getAllByRole('link')
    .filter(link => link.ariaCurrent !== 'page')
  for (const { textContent } of others) expect(textContent).not.toMatch(/to do$/)
  await press(others[0]!)
  expect(await screen.findByText(/^Data collection closed/)).toBeTruthy()
  expect(within(sections).queryByRole('button', { name: /^Show missing answers/ })).toBeNull()
})

test('an admin who acts for no organisation finds the open windows on the project’s home', async () => {
  await island.start('/projects/ward-staffing', 'admin')
  expect(await screen.findByRole('heading', { name: /^\d+ correction windows?$/ })).toBeTruthy()
  expect(screen.getByText(OPEN_CELLS)).toBeTruthy()
})

test('before an edition is published, the dialog says what it leaves out and why', async () => {
  await server.database
    .updateTable('projects')
    .set({ requires_acceptance: true })
    .where('programme_id', '=', 1)
    .where('project_id', '=', (await place()).project_id)
    .execute()
  await server.call(
    acceptSubmissions,
    { body: { ...(await place()), accepted_questionnaires: null } },
    await server.tokenOf('admin')
  )
  await island.start('/projects/ward-staffing/about', 'admin')
  await press(await screen.findByRole('button', { name: 'Publish edition 1…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Publish edition 1?' })
  const region = await within(dialog).findByRole('region', { name: /^Left out: / })
  const left = (await states()).reduce(
    (sum, { acceptance_state, state_count }) => sum + (acceptance_state === 'accepted' ? 0 : state_count),
    0
  )
  expect(
    within(dialog).getByRole('heading', {
      name: new RegExp(`^Left out: ${left} questionnaires of \\d+ organisation`)
    })
  ).toBeTruthy()
  expect(within(region).getAllByRole('row')).toHaveLength(left + 1)
  expect(within(region).getByText(/Acceptance revoked on .*: Beds were counted twice\./)).toBeTruthy()
  expect(within(dialog).getByText(/figures of accepted questionnaires are frozen/)).toBeTruthy()
})
