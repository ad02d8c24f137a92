// Every form x every way in which what it sends can fail: what is wrong stands in the form, takes the focus there, and nothing that was typed is lost.
// A form that shows its own failures needs its line here; those in dialogs share one. The commit chooses a quarter of the forms; `npm run test:long -- screens` goes through all of them.

import { globSync, readFileSync } from 'node:fs'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { GENERIC_FAILURE } from '#contract/failures.ts'
import { press, type } from '#tests/support/account-screens.ts'
import { formRows } from '#tests/support/form-rows.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useRegistering } from '#tests/support/registration-steps.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const registering = useRegistering(server)
const { start } = useIsland(server)

beforeEach(() => vi.setSystemTime(NOON))

const forms = formRows(server, registering, start)

/** Forms whose failures a test of their own shows, because they are opened from far within. */
const elsewhere: Record<string, string> = {
  'src/browser/features/own-account/keys-tab.tsx': 'tests/browser/features/own-account/account.page.test.tsx',
  'src/browser/features/own-account/second-factor-on.tsx':
    'tests/browser/features/own-account/account.page.test.tsx',
  'src/browser/features/accounts/renew-form.tsx':
    'tests/browser/features/accounts/second-factor-demanded.page.test.tsx',
  'src/browser/features/accounts/resend-verification.tsx':
    'tests/browser/features/accounts/accounts.page.test.tsx',
  'src/browser/features/explorer/builder/placement/new-group-dialog.tsx':
    'tests/browser/features/explorer/explorer.page.test.ts',
  'src/browser/features/explorer/peers/group-builder.tsx': 'tests/journeys/peer-groups.spec.ts',
  'src/browser/features/registration/submission-dialog.tsx':
    'tests/browser/features/registration/registration.page.test.tsx',
  'src/browser/questionnaire-builder/files/new-questionnaire-dialog.tsx':
    'tests/browser/questionnaire-builder/questionnaire-builder.page.test.tsx'
}

test('every form that shows its own failures has its line, and every line is of a form', () => {
  const drawing = (...tags: string[]): string[] =>
    globSync('src/**/*.tsx').filter(path => tags.some(tag => readFileSync(path, 'utf8').includes(tag)))
  const lines = [...forms.map(({ file }) => file), ...Object.keys(elsewhere)]
  expect(drawing('<FormMessage').filter(file => !lines.includes(file))).toEqual([])
  // Other forms in dialogs leave their failures to the form that all dialogs share.
  const known = drawing('<FormMessage', '<DialogForm')
  expect(lines.filter(file => !known.includes(file))).toEqual([])
})

type Failure = { status: number; detail: string } | 'offline'

/** The one call that a form sends to read. */
const isAskedByForm = (path: string): boolean => path === 'caseCode/checkCaseCode'

/** From now on the form's call fails; everything else is answered. */
function fail(call: RegExp, failure: Failure): void {
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async (input, init) => {
      const { url, method } = input as Request
      const path = new URL(url).pathname.replace('/api/v1/', '')
      if ((method === 'GET' && !isAskedByForm(path)) || !call.test(path)) return server.fetch(input, init)
      if (failure === 'offline') throw new TypeError('Failed to fetch')
      return Response.json({ detail: failure.detail }, { status: failure.status })
    }
  })
}

const typed = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input, form select, form textarea')].map(
    ({ value }) => value
  )

/** What is announced in the form and has the focus. */
const saidWithFocus = (): string | null | undefined =>
  document.activeElement?.closest('form') && document.activeElement.getAttribute('role') === 'alert'
    ? document.activeElement.textContent
    : document.activeElement?.outerHTML.slice(0, 200)

async function send(submit: string): Promise<void> {
  const [button] = screen.getAllByRole('button', { name: submit }).slice(-1)
  // The last cause has the focus; the next must take it anew.
  button!.focus()
  await act(async () => void fireEvent.submit(button!.closest('form')!))
}

const plainly: Failure[] = [
  { status: 401, detail: 'This is not allowed without a login' },
  { status: 403, detail: 'Only the lead may do this' },
  { status: 404, detail: 'This is no longer there' },
  { status: 409, detail: 'Someone else has changed this' },
  { status: 422, detail: 'That does not go together' },
  { status: 429, detail: 'Too many attempts. Try again in 15 minutes.' },
  { status: 500, detail: 'The server failed' },
  'offline'
]

describe.each(partInTurn(forms, 4, 'forms'))(
  '$file',
  ({ fill, submit, call, field, leadsAway, mayBeEmpty = false, unexplained = GENERIC_FAILURE }) => {
    test('says what failed where it was sent, and keeps what was typed', async () => {
      await fill()
      const before = typed()
      for (const failure of plainly) {
        if (failure !== 'offline' && failure.status === leadsAway) continue
        fail(call, failure)
        await send(submit)
        const text = failure === 'offline' ? unexplained : failure.detail
        const name = failure === 'offline' ? failure : String(failure.status)
        await waitFor(() =>
          expect({ failure: name, said: saidWithFocus() }).toEqual({ failure: name, said: text })
        )
        expect({ failure: name, values: typed() }).toEqual({ failure: name, values: before })
      }
      if (field === null) return
      const [name, label] = field
      fail(call, { status: 422, detail: `${name}: is not known here` })
      await send(submit)
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
      expect(screen.getByText(`${label} is not known here.`)).toBeTruthy()
    })

    test.skipIf(mayBeEmpty)('says what is missing at the first field that is not right', async () => {
      await fill()
      const inputs = [
        ...document.querySelectorAll<HTMLInputElement>('form input:not([type=checkbox]), form textarea')
      ]
      const open = inputs.filter(input => !input.readOnly && input.closest('form')?.contains(input))
      for (const input of open) await act(async () => void fireEvent.change(input, { target: { value: '' } }))
      await send(submit)
      const invalid = document.querySelector('form [aria-invalid=true]')
      expect(invalid).not.toBeNull()
      expect(document.activeElement).toBe(invalid)
    })
  }
)

test('without a connection the form says so', async () => {
  await start('/forgot-password')
  await screen.findByLabelText('Email address')
  await type('Email address', 'lead@wards.example')
  fail(/./, 'offline')
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await press('Send link')
  expect(await screen.findByText(/You are offline\. What you typed stays here\./)).toBeTruthy()
  onLine.mockRestore()
})
