// The contact form: a person of the organisation, or anyone else.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { createForm, type Form } from '#browser/forms/form-store.ts'
import { email, required } from '#browser/forms/rules.ts'
import { length } from '#browser/forms/value-rules.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import { createRegistrationContact, type RegistrationContact } from '#contract/registration-contacts.ts'
import { listUsers, type User } from '#contract/users.ts'
import { mapResult, type Result } from '#lib/result.ts'
import { rereadAfter, withPage } from './actions.ts'
import { $registration } from './registration.ts'

export const $people = loadableStore<User[]>()

/** The organisation's active accounts. */
export async function loadPeople(): Promise<void> {
  const page = $registration.get()
  if (page.state !== 'ready') return
  const { programmeId: programme_id } = runtimeConfig()
  const { organisationId: organisation_id } = page.value.target
  const query = { programme_id, organisation_id, status: 'active', limit: MAX_PAGE_ROWS } as const
  $people.reset()
  await $people.load(String(organisation_id), async () =>
    mapResult(await call(listUsers, { query }), reply => reply.users)
  )
}

type ContactField = 'person' | 'contact_role' | 'contact_name' | 'email_address' | 'telephone' | 'is_primary'
export type ContactForm = Form<ContactField>

const EMPTY_CONTACT = { user_id: null, contact_name: '', email_address: '', telephone: '', is_primary: false }

/** Filled with an existing contact, or empty for a role. */
export function contactForm(contact: RegistrationContact | null, role: string): ContactForm {
  const from = contact ?? { ...EMPTY_CONTACT, contact_role: role }
  return createForm({
    person: { label: 'Person', initial: from.user_id === null ? '' : String(from.user_id) },
    contact_role: { label: 'Role', initial: from.contact_role },
    contact_name: { label: 'Name', initial: from.contact_name, rules: [required, length(1, 200)] },
    email_address: { label: 'Email address', initial: from.email_address, rules: [required, email] },
    telephone: { label: 'Telephone', initial: from.telephone, rules: [length(0, 60)] },
    is_primary: { label: 'Primary contact of the role', initial: from.is_primary ? 'yes' : '' }
  })
}

/** Copies name and address from the account; for anyone else they are typed. */
export function choosePerson(form: ContactForm, people: readonly User[], id: string): void {
  const person = people.find(({ user_id }) => String(user_id) === id)
  form.setValue('contact_name', person ? `${person.first_name} ${person.last_name}` : '')
  form.setValue('email_address', person?.email_address ?? '')
}

/** Saves the contact, replacing the edited one. */
export const saveContact = (
  given: Record<ContactField, string>,
  registrationId: number,
  replaced: RegistrationContact | null
): Promise<Result<unknown>> =>
  withPage(async page =>
    rereadAfter(
      page,
      await call(createRegistrationContact, {
        body: {
          registration_id: registrationId,
          user_id: given.person === '' ? null : Number(given.person),
          contact_name: given.contact_name,
          email_address: given.email_address,
          telephone: given.telephone,
          contact_role: given.contact_role,
          is_primary: given.is_primary === 'yes',
          replaces_contact_id: replaced?.registration_contact_id ?? null
        }
      })
    )
  )
