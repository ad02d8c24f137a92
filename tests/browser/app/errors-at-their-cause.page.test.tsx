// What goes wrong is said where it went wrong, takes the focus there and says what to do; offline nothing is lost.

import '#tests/support/indexed-db.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { configureTransport } from '#browser/api/transport.ts'
import { $view } from '#browser/app/view.ts'
import { $panelTab } from '#browser/features/data-collection/panel/panel-tab.ts'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { press, type } from '#tests/support/account-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { goOffline } from '#tests/support/offline.ts'
import { beforeNextRefresh } from '#tests/support/page.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, type SeededCell } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const { blankWard, save, section, fill, questionAt } = savingOn(server)

afterEach(() => vi.restoreAllMocks())

const toasts = () => $toasts.get().map(({ text }) => text)
const setOnline = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
const field = ({ place }: SeededCell) => document.getElementById(fieldId(cellKey(place))) as HTMLInputElement
const panel = () => within(screen.getByRole('complementary', { name: 'About the cell' }))

async function openCell(submission: number, cell: SeededCell): Promise<void> {
  const { questionnaire_id, section_id } = cell
  await start(
    `/projects/ward-staffing/data-collection/questionnaire/${questionnaire_id}-${submission}-${section_id}`,
    'contributor'
  )
  await waitFor(() => expect(field(cell)).not.toBeNull())
}

/** The first field of the page that must be answered. */
async function firstRequired(submission: number, cell: SeededCell): Promise<Element | undefined> {
  const { sub_sections } = await section(submission, cell)
  const questions = sub_sections.flatMap(subSection => subSection.questions)
  const ids = new Set(questions.filter(one => one.is_required).map(one => fieldId(cellKey(one))))
  return [...document.querySelectorAll('[id]')].find(({ id }) => ids.has(id))
}

/** The action of the page's next save is answered with a failure. */
function refuse(action: string, status: number, detail: string, when = Promise.resolve()): void {
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (request.method !== 'POST' || !(await request.clone().text()).includes(`"action":"${action}"`))
        return server.fetch(request)
      await when
      return Response.json({ detail }, { status })
    }
  })
}

test('a wrong password is an error at its field, besides the toast', async () => {
  await start('/login')
  await type('Email address', 'lead@wards.example')
  await type('Password', 'not the password at all')
  await press('Log in')
  const password = screen.getByLabelText('Password')
  await waitFor(() => expect(document.activeElement).toBe(password))
  expect(password.getAttribute('aria-invalid')).toBe('true')
  expect(
    screen.getByText('Incorrect email address or password. Check both, or set a new password.')
  ).toBeTruthy()
  expect(toasts()).toEqual(['Incorrect email address or password'])
})

test('a wrong code is an error at its field, besides the toast', async () => {
  const users = server.database.updateTable('users').where('email_address', '=', 'lead@wards.example')
  await users.set({ otp_enabled: true, otp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }).execute()
  await start('/login?mfa=required')
  await type('Email address', 'lead@wards.example')
  await type('Password', 'benchmark-demo-2026')
  await type('Six-digit code', '000000')
  const code = screen.getByLabelText('Six-digit code')
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(code)
  expect(screen.getByText('This code is not correct. Enter the code that your app shows now.')).toBeTruthy()
  expect(toasts()).toEqual(['Invalid OTP'])
  await users.set({ otp_enabled: false, otp_secret: null }).execute()
})

test('a section that is not complete leads to its first open cell and says how much is open until it is done', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await openCell(ward, cell)
  await press('Mark complete')
  const said = await screen.findByText(/^Not marked complete: \d+ required answers are missing\.$/)
  expect(said.getAttribute('role')).toBe('alert')
  expect(document.activeElement).toBe(await firstRequired(ward, cell))
  // The bar says it.
  expect(toasts()).toEqual([])
  // The number that it names is no longer true.
  await act(async () => void fireEvent.input(field(cell), { target: { value: '18' } }))
  await waitFor(() => expect(screen.queryByText(/^Not marked complete/)).toBeNull())
  await screen.findByText(/^All saved/)
  // Nobody has asked again since it was.
  await act(async () => void fireEvent.input(field(cell), { target: { value: '' } }))
  await screen.findByText(/^All saved/)
  expect(screen.queryByText(/^Not marked complete/)).toBeNull()
})

test('what others have taken out since is found by the server: the page goes to that cell', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await fill(ward, cell)
  await openCell(ward, cell)
  const { version } = (await questionAt(ward, cell)).answer
  await beforeNextRefresh(async () => {
    await save(ward, { ...cell, version }, [{ value: null }], { role: 'lead' })
    await press('Mark complete')
  })
  await waitFor(() => expect(document.activeElement).toBe(field(cell)))
  expect(screen.getByText('Not marked complete: Required before the section can be completed.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mark complete' })).toBeTruthy()
  expect(field(cell).value).toBe('')
})

test('the reason for a refused completion appears beside its button and gets the focus', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await fill(ward, cell)
  await openCell(ward, cell)
  refuse('complete', 423, 'Data collection closed on 13 Dec 2026.')
  await press('Mark complete')
  const said = await screen.findByText('Not marked complete: Data collection closed on 13 Dec 2026.')
  await waitFor(() => expect(document.activeElement).toBe(said))
  expect(screen.getByRole('button', { name: 'Mark complete' }).getAttribute('aria-describedby')).toBe(said.id)
})

test('whoever has gone on before a completion is refused is told so, and stays where they are', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await fill(ward, cell)
  await openCell(ward, cell)
  const { promise: isReplying, resolve: reply } = Promise.withResolvers<void>()
  refuse('complete', 423, 'Data collection closed on 13 Dec 2026.', isReplying)
  await press('Mark complete')
  await act(async () => navigate('/projects/ward-staffing/about'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark complete' })).toBeNull())
  const focused = document.activeElement
  await act(async () => reply())
  await waitFor(() =>
    expect(toasts()).toEqual([
      expect.stringMatching(/: not marked complete\. Data collection closed on 13 Dec 2026\.$/)
    ])
  )
  expect(document.activeElement).toBe(focused)
})

test('marked complete and reopened offline: the page says so, the section stays as it is, and both work once there is a connection', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await fill(ward, cell)
  await openCell(ward, cell)
  const status = async () => (await section(ward, cell)).section.status
  let goOnline = goOffline(server)
  await press('Mark complete')
  const said = 'Not marked complete: You are offline. Try again when you are online.'
  expect(await screen.findByText(said)).toBeTruthy()
  expect(await status()).toBe('in_progress')
  goOnline()
  await press('Mark complete')
  expect(await screen.findByText('Marked complete')).toBeTruthy()

  goOnline = goOffline(server)
  await press('Reopen')
  await waitFor(() => expect(toasts()).toContain('You are offline. Try again when you are online.'))
  expect(screen.getByText('Marked complete')).toBeTruthy()
  expect(await status()).toBe('complete')
  goOnline()
  await press('Reopen')
  expect(await screen.findByRole('button', { name: 'Mark complete' })).toBeTruthy()
})

test('a comment written offline is kept, says so, and goes out with the connection; one that is changed waits for its writer', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Vacant WTE', 'Support')
  await openCell(ward, cell)
  await act(async () => field(cell).focus())
  $panelTab.set('comments')
  const writing = () => panel().getByLabelText<HTMLTextAreaElement>('New comment')
  await waitFor(() => expect(writing()).toBeTruthy())
  const write = (value: string) => fireEvent.change(writing(), { target: { value } })
  const send = () => act(async () => panel().getByRole('button', { name: 'Comment' }).click())
  const stored = async () => (await questionAt(ward, cell)).comments.map(one => one.comment_text)

  setOnline(false)
  write('Two posts are on hold.')
  await send()
  await send()
  expect(panel().getByRole('alert').textContent).toBe(
    'You are offline. Your comment is kept and will be sent when you are online again.'
  )
  expect(writing().value).toBe('Two posts are on hold.')
  setOnline(true)
  await act(async () => void dispatchEvent(new Event('online')))
  expect(await panel().findByText('Two posts are on hold.', { selector: 'p' })).toBeTruthy()
  expect(writing().value).toBe('')
  expect(await stored()).toEqual(['Two posts are on hold.'])

  setOnline(false)
  write('A third')
  await send()
  write('A third is')
  setOnline(true)
  await act(async () => void dispatchEvent(new Event('online')))
  expect(writing().value).toBe('A third is')
  expect(await stored()).toEqual(['Two posts are on hold.'])
})

test('a page that failed says so offline too, with a reference, a way home and a way to try again', async () => {
  // Bots are shown no error.
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0')
  await start('/no/such/place')
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy()
  expect(screen.getByText(/^Reference: \/no\/such\/place, 2026-.* UTC, build b1/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
  setOnline(false)
  await act(async () =>
    $view.set({ is: 'error', path: '/projects', status: 500, message: 'Code is missing', layout: null })
  )
  expect(await screen.findByText(/^You are offline\. What you entered is kept on this device\./)).toBeTruthy()
  expect(screen.queryByText('Code is missing')).toBeNull()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Home' })).toBeTruthy()
  expect(screen.getByText(/^Reference: /)).toBeTruthy()
})
