// Opens and fills every form of the site through the interface.

import { act, screen } from '@testing-library/react'
import { registerUser } from '#contract/accounts.ts'
import { GOOD_PASSWORD, linkMailedTo, tick, type } from './account-screens.ts'
import { makeCase } from './cases.ts'
import type { Island } from './island.tsx'
import type { useRegistering } from './registration-steps.ts'
import type { TestServer } from './server.ts'

export interface FormRow {
  /** The file that draws the form. */
  file: string
  /** Opens it and types what its rules ask for. */
  fill: () => Promise<void>
  /** The button that sends it. */
  submit: string
  /** The path of the call that fails. */
  call: RegExp
  /** A field that the server can name, with its label; null if it names none. */
  field: [name: string, label: string] | null
  /** No field is required: clearing one deletes its value. */
  mayBeEmpty?: true
  /** The specification's text for a failure without a reason. */
  unexplained?: string
  /** The status of a failure that leads to another page. */
  leadsAway?: number
}

/** Searches outside of `act`, which does not render what arrives later, such as a dialog whose code is still loading. */
async function click(role: string, name: string | RegExp): Promise<void> {
  const found = await screen.findByRole(role, { name })
  await act(async () => found.click())
}

const REGISTRATION = '/projects/ward-quality/registration'

export function formRows(
  server: TestServer,
  registering: ReturnType<typeof useRegistering>,
  start: Island['start']
): FormRow[] {
  async function openAccountTab(name: string): Promise<void> {
    await start('/projects', 'contributor')
    await click('button', /^Account:/)
    await click('menuitem', 'Your account…')
    await click('tab', name)
  }

  async function openCodes(): Promise<void> {
    await makeCase(server)
    await start('/projects/ward-staffing/data-collection', 'contributor')
    await click('button', 'Manage codes: Patient experience survey')
    await screen.findByRole('table', { name: 'Case codes' })
  }

  return [
    {
      file: 'src/browser/features/accounts/login-screen.tsx',
      fill: async () => {
        await start('/login')
        await type('Email address', 'lead@wards.example')
        await type('Password', 'something')
      },
      submit: 'Log in',
      call: /^auth\/login/,
      field: ['email_address', 'Email address'],
      unexplained: 'Unable to authenticate user'
    },
    {
      file: 'src/browser/features/accounts/register-screen.tsx',
      fill: async () => {
        await start('/register')
        await screen.findByLabelText('First name')
        await type('First name', 'Bo')
        await type('Last name', 'Achterberg')
        await type('Email address', 'bo@harbour.example')
        await tick('My organisation is not listed')
        await type('Name of your organisation', 'Harbour Clinic')
        await tick(/I accept the terms/)
      },
      submit: 'Register',
      call: /^users\/register/,
      field: ['email_address', 'Email address']
    },
    {
      file: 'src/browser/features/accounts/verify-screen.tsx',
      fill: async () => {
        const email_address = 'someone@harbour.example'
        const names = { first_name: 'Bo', last_name: 'Achterberg' }
        const body = {
          programme_id: 1,
          ...names,
          email_address,
          organisation_id: null,
          terms_accepted: true as const
        }
        await server.call(registerUser, { body })
        await start(await linkMailedTo(server, email_address))
        await screen.findByLabelText('Password')
        await type('Password', GOOD_PASSWORD)
        await type('Confirm password', GOOD_PASSWORD)
      },
      submit: 'Confirm and set password',
      call: /password/,
      field: ['new_password', 'Password'],
      leadsAway: 404
    },
    {
      file: 'src/browser/features/accounts/forgot-password-screen.tsx',
      fill: async () => {
        await start('/forgot-password')
        await screen.findByLabelText('Email address')
        await type('Email address', 'lead@wards.example')
      },
      submit: 'Send link',
      call: /./,
      field: null
    },
    {
      file: 'src/browser/features/surveys/code/code-form.tsx',
      fill: async () => {
        const { ids } = await makeCase(server)
        await start(`/surveys/${ids}`)
        await screen.findByLabelText('Case code')
        await type('Case code', 'ABCD-EFGH')
      },
      submit: 'Open the survey',
      call: /^caseCode\/check/,
      field: null,
      leadsAway: 422
    },
    {
      file: 'src/browser/features/own-account/profile-tab.tsx',
      fill: async () => {
        await openAccountTab('Profile')
        await type('First name', 'Ralf')
      },
      submit: 'Save',
      call: /^users\//,
      field: ['first_name', 'First name']
    },
    {
      file: 'src/browser/features/own-account/password-tab.tsx',
      fill: async () => {
        await openAccountTab('Password')
        await type('Current password', 'not this one at all')
        await type('New password', GOOD_PASSWORD)
        await type('Confirm new password', GOOD_PASSWORD)
      },
      submit: 'Change password',
      call: /password/,
      field: ['current_password', 'Current password']
    },
    {
      file: 'src/browser/features/own-account/second-factor-set-up.tsx',
      fill: async () => {
        await openAccountTab('Two-factor')
        await screen.findByLabelText('Six-digit code')
        await type('Current password', 'typed by me')
        await type('Six-digit code', '123456')
      },
      submit: 'Turn on',
      call: /./,
      field: ['token', 'Six-digit code']
    },
    {
      file: 'src/browser/forms/dialog-form.tsx',
      fill: async () => {
        await start('/users', 'admin')
        await click('button', 'Invite')
        await type('Email address', 'new@wards.example')
        await type('First name', 'Jo')
        await type('Last name', 'Hart')
        await type('Role', '3')
        const organisation = [...screen.getByLabelText<HTMLSelectElement>('Organisation').options].find(
          ({ value }) => value !== ''
        )
        await type('Organisation', organisation!.value)
      },
      submit: 'Send invitation',
      call: /^users\//,
      field: ['email_address', 'Email address']
    },
    {
      file: 'src/browser/features/registration/contact-dialog.tsx',
      fill: async () => {
        await registering.begin({ terms_accepted: true })
        await start(REGISTRATION, 'lead')
        await click('button', 'Add data contact')
        await type('Name', 'Jo Hart')
        await type('Email address', 'one@wards.example')
      },
      submit: 'Add contact',
      call: /^registrationContact/,
      field: ['email_address', 'Email address']
    },
    {
      file: 'src/browser/features/registration/side-cards.tsx',
      fill: async () => {
        await registering.begin({ terms_accepted: true })
        await start(REGISTRATION, 'lead')
        await click('button', 'Withdraw registration…')
        await type('Reason', 'Two wards moved to another site')
      },
      submit: 'Withdraw registration',
      call: /^registrations/,
      field: null
    },
    {
      file: 'src/browser/features/data-collection/codes/create-codes.tsx',
      fill: async () => {
        await openCodes()
        await type('Number of new codes', '3')
      },
      submit: 'Create codes',
      call: /^caseCode/,
      field: null
    },
    {
      file: 'src/browser/features/data-collection/codes/reviewer-form.tsx',
      fill: async () => {
        await openCodes()
        const [reviewer] = screen.getAllByRole('button', { name: /^Reviewer: / })
        await act(async () => reviewer!.click())
        await type('Reviewer', 'Rolf')
      },
      submit: 'Save reviewer',
      call: /^caseCode/,
      field: null,
      mayBeEmpty: true
    }
  ]
}
