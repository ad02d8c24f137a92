import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { selectTimePeriod } from '#browser/stores/time-periods.ts'
import { getRegistrationSubmissionQuestionnaires } from '#contract/registered-questionnaires.ts'
import { createRegistrationContact } from '#contract/registration-contacts.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useRegistering } from '#tests/support/registration-steps.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const registering = useRegistering(server)
const { start } = useIsland(server)
const ADDRESS = '/projects/ward-quality/registration'

beforeEach(() => vi.setSystemTime(NOON))

const step = async (name: RegExp): Promise<HTMLElement> => screen.findByRole('region', { name })
const press = (name: string | RegExp, within_: HTMLElement = document.body) =>
  act(async () => within(within_).getByRole('button', { name }).click())
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const gone = (name: string | RegExp) =>
  waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())

/** The registered submission that a button names. */
async function registered(label: string): Promise<number> {
  const name = /^View questions for (.*)$/.exec(label)?.[1] ?? ''
  const row = await server.database
    .selectFrom('registration_submissions as r')
    .innerJoin('submissions as s', 's.submission_id', 'r.submission_id')
    .select('r.registration_submission_id')
    .where('s.submission_name', '=', name)
    .where('s.organisation_id', '=', $selectedOrganisationId.get())
    .where('s.project_id', '=', await projectCoded(server, 'ward-staffing'))
    .where('s.time_period_id', '=', await periodNamed(server, '2026'))
    .executeTakeFirstOrThrow()
  return row.registration_submission_id
}

describe('registration (product 13)', () => {
  test('what a registered submission is asked, section by section, and how far it is', async () => {
    await start('/projects/ward-staffing/registration', 'viewer')
    const submissions = await step(/4\. Submissions/)
    const [open] = await within(submissions).findAllByRole('button', { name: /^View questions for / })
    await act(async () => open!.click())
    const dialog = await screen.findByRole('dialog', { name: /^Questions for /, hidden: true })
    expect(await within(dialog).findByText('Establishment')).toBeTruthy()
    expect(dialog.textContent).toMatch(/\d+% entered|not started|complete|signed off/)
    // Only the questionnaires of its scope, as the server says.
    const names = within(dialog)
      .getAllByRole('heading', { level: 3, hidden: true })
      .map(heading => heading.textContent)
    const { body } = await server.call(
      getRegistrationSubmissionQuestionnaires,
      { params: { id: await registered(open!.getAttribute('aria-label')!) } },
      await server.tokenOf('viewer')
    )
    expect(names).toEqual(body.questionnaires.map(one => one.questionnaire_name))
  })

  test('a lead registers from the first step to the last with what there was the period before', async () => {
    await start(ADDRESS, 'lead')
    const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Confirm registration' })
    expect(confirm.disabled).toBe(true)
    expect(screen.getByText(/^You can confirm as soon as/).textContent).toContain('the terms are accepted')

    await press('Accept and start')
    expect(screen.getByText('Tick the box to accept the terms.')).toBeTruthy()
    await act(async () => screen.getByRole('checkbox').click())
    await press('Accept and start')
    expect(await screen.findByText(/The terms for 2026 were accepted on 20 Nov/)).toBeTruthy()

    expect(within(await step(/2\. Scopes/)).getByText('ticked as in 2025')).toBeTruthy()
    await press('Save scopes')
    await gone('Save scopes')

    const contacts = await step(/3\. Contacts/)
    expect(within(contacts).getByText('2 missing')).toBeTruthy()
    expect(within(contacts).getAllByText(/No primary contact/)).toHaveLength(2)
    await press('Copy 2 from 2025')
    expect(await within(contacts).findByText('done')).toBeTruthy()
    expect(within(contacts).getAllByText('primary')).toHaveLength(2)

    await press('Add these 3')
    const submissions = await step(/4\. Submissions/)
    expect(await within(submissions).findAllByText('continues from 2024')).toHaveLength(3)
    expect(screen.getByText(/takes part with 1 scope, 2 contacts and 3 submissions/)).toBeTruthy()
    await press('Confirm registration')
    const back = await screen.findByRole('link', { name: 'Go to the project' })
    expect(back.getAttribute('href')).toBe('/projects/ward-quality')
    const row = await server.database
      .selectFrom('registrations')
      .select('registration_status')
      .where('programme_id', '=', 1)
      .where('project_id', '=', registering.place().project_id)
      .where('time_period_id', '=', registering.place().time_period_id)
      .where('organisation_id', '=', registering.place().organisation_id)
      .executeTakeFirstOrThrow()
    expect(row.registration_status).toBe('registered')
  })

  test('a contact is added for the role that lacks one; what was typed survives a refusal', async () => {
    const id = await registering.begin({ terms_accepted: true })
    await registering.addContact(id, 'Lead', 'One')
    await start(ADDRESS, 'lead')
    await clickFound(screen.findByRole('button', { name: 'Add data contact' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a contact' })
    expect(screen.getByLabelText<HTMLSelectElement>('Role').value).toBe('Data')
    expect(document.activeElement).toBe(screen.getByLabelText('Role'))
    await press('Add contact', dialog)
    expect(within(dialog).getByText('Name is required.')).toBeTruthy()
    await type('Name', 'Jo Hart')
    await type('Email address', 'one@wards.example')
    await type('Role', 'Lead')
    await press('Add contact', dialog)
    expect(await within(dialog).findByText('Email address is already a contact in this role.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Jo Hart')
    await type('Role', 'Data')
    await press('Add contact', dialog)
    expect(await screen.findByText('Jo Hart')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/No primary contact/)).toBeNull())

    await press('Change Jo Hart')
    await waitFor(() => expect(screen.getByLabelText('Person').textContent).toContain('Rolf'))
    const person = [...screen.getByLabelText<HTMLSelectElement>('Person').options]
    await type('Person', person.find(option => option.text.startsWith('Rolf'))!.value)
    await press('Save contact')
    expect(await screen.findByText('contributor@wards.example')).toBeTruthy()
    expect(screen.queryByText('Jo Hart')).toBeNull()
    expect((await registering.contactsOf(id)).map(one => one.contact_name)).toEqual(['Rolf Lindqvist', 'One'])
  })

  test('a contact whose account was closed is missing, by name', async () => {
    const id = await registering.begin({ terms_accepted: true })
    const { user_id } = await server.database
      .selectFrom('users')
      .select('user_id')
      .where('programme_id', '=', 1)
      .where('email_address', '=', 'viewer@wards.example')
      .executeTakeFirstOrThrow()
    const body = { registration_id: id, contact_name: 'J. Marsh', contact_role: 'Data', user_id }
    await server.call(
      createRegistrationContact,
      { body: { ...body, email_address: 'j.marsh@wards.example' } },
      registering.lead()
    )
    const setStatus = (status: 'active' | 'suspended') =>
      server.database
        .updateTable('users')
        .set({ status })
        .where('programme_id', '=', 1)
        .where('user_id', '=', user_id)
        .execute()
    await setStatus('suspended')
    try {
      await start(ADDRESS, 'lead')
      expect(await screen.findByText('No primary contact: the account of J. Marsh is closed')).toBeTruthy()
    } finally {
      await setStatus('active')
    }
  })

  test('a new submission says that its trend starts now, and may be tied to the one it was before', async () => {
    const id = await registering.begin({ terms_accepted: true })
    await registering.addSubmission(id, { submission_name: 'Ward 9, stroke' })
    await start(ADDRESS, 'lead')
    const table = within(await step(/4\. Submissions/))
    expect(await table.findByText(/starts in 2026/)).toBeTruthy()
    await press('Was Ward 9, stroke another submission before?')
    const select = await screen.findByLabelText<HTMLSelectElement>('Was it another submission before?')
    const [none, first] = [...select.options]
    expect(none?.text).toBe('No, its trend starts in 2026')
    expect(first?.text).toMatch(/^Yes, .+ of 2025$/)
    await type('Was it another submission before?', first!.value)
    await press('Save submission')
    expect(await table.findByText('continues from 2024')).toBeTruthy()
    expect(table.queryByText(/starts in 2026/)).toBeNull()

    await press('Remove Ward 9, stroke')
    await press('Remove', await screen.findByRole('dialog', { name: 'Remove Ward 9, stroke?' }))
    expect(await table.findByText('No submissions yet')).toBeTruthy()
  })

  test('withdrawing wants a reason, which is then shown; the organisation can register again', async () => {
    await registering.begin({ terms_accepted: true })
    await start(ADDRESS, 'lead')
    await clickFound(screen.findByRole('button', { name: 'Withdraw registration…' }))
    await press('Withdraw registration')
    expect(screen.getByText('Reason is required.')).toBeTruthy()
    await type('Reason', 'Two wards moved to another site')
    await press('Withdraw registration')
    expect(await screen.findByText(/“Two wards moved to another site”/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Confirm registration' })).toBeNull()
    await press('Register again')
    expect(await screen.findByRole('button', { name: 'Confirm registration' })).toBeTruthy()
  })
})

describe('who may not change it', () => {
  test.each([
    ['viewer', 'Only your organisation’s lead can change this.'],
    ['contributor', 'Only your organisation’s lead can change this.']
  ] as const)('a %s reads it with the reason', async (role, reason) => {
    await registering.begin({ terms_accepted: true })
    await start(ADDRESS, role)
    expect(await screen.findByText(new RegExp(reason))).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Add|Save|Change|Remove|Confirm|Not taking/ })).toBeNull()
  })

  test('a closed registration is read-only with the reason; another period’s leads to the open one', async () => {
    await start(ADDRESS, 'lead')
    await screen.findByRole('button', { name: 'Accept and start' })
    await act(async () => selectTimePeriod(await periodNamed(server, '2025')))
    expect(await screen.findByText(/Registration closed on .* 2025\./)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Change|Remove|Not taking/ })).toBeNull()
    await press('Show 2026')
    expect(await screen.findByRole('button', { name: 'Accept and start' })).toBeTruthy()
  })

  test('an admin chooses an organisation first, and may act for it after the end', async () => {
    await registering.begin({ terms_accepted: true })
    server.clock.now = new Date(NOON.getTime() + 40 * 86_400_000)
    vi.setSystemTime(server.clock.now)
    await start(ADDRESS, 'admin')
    expect(await screen.findByText('Choose an organisation')).toBeTruthy()
    await act(async () => $selectedOrganisationId.set(registering.place().organisation_id))
    expect(await screen.findByText(/As a programme admin you can still change it/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Withdraw registration…' })).toBeTruthy()
    await act(async () => $selectedOrganisationId.set(0))
  })
})

test('a failure can be tried again', async () => {
  let isBroken = true
  await start('/projects', 'lead')
  await screen.findByRole('link', { name: /^Register: / })
  configureTransport({
    apiBase: 'http://api.example',
    fetch: (input, init) =>
      isBroken && (input as Request).url.includes('scopes')
        ? Promise.resolve(new Response('{"detail":"Out of order."}', { status: 418 }))
        : server.fetch(input, init)
  })
  await act(async () => screen.getByRole('link', { name: /^Register: / }).click())
  expect(await screen.findByText('The registration could not be loaded')).toBeTruthy()
  isBroken = false
  await press('Try again')
  expect(await screen.findByRole('button', { name: 'Accept and start' })).toBeTruthy()
})
