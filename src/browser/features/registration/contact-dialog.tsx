import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { SelectInput } from '#browser/forms/select-input.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { $enums, loadEnum } from '#browser/stores/enums.ts'
import { Button } from '#browser/ui/button.tsx'
import type { RegistrationContact } from '#contract/registration-contacts.ts'
import {
  $people,
  choosePerson,
  contactForm,
  loadPeople,
  saveContact,
  type ContactForm
} from './contact-form.ts'

interface ContactDialogProps {
  registrationId: number
  /** The contact being edited; null adds one. */
  contact: RegistrationContact | null
  role: string
}

export function ContactDialog({ registrationId, contact, role }: ContactDialogProps) {
  const [form] = useState(() => contactForm(contact, role))
  const { values } = useStore(form.$state)
  const { contact_roles: contactRoles } = useStore($enums)
  useEffect(() => {
    void loadPeople()
    void loadEnum('contact_roles')
  }, [])
  return (
    <DialogForm
      form={form}
      verb={contact ? 'Save contact' : 'Add contact'}
      send={given => saveContact(given, registrationId, contact)}
    >
      <SelectInput
        form={form}
        name="contact_role"
        autoFocus
        options={contactRoles.map(({ name }) => ({ id: name, name }))}
      />
      <ContactPerson form={form} contact={contact} />
      <TextInput form={form} name="contact_name" maxLength={200} autoComplete="off" />
      <TextInput
        form={form}
        name="email_address"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput form={form} name="telephone" type="tel" maxLength={60} autoComplete="off" hint="Optional." />
      <label className="flex items-start gap-2">
        <Checkbox
          className="mt-0.5 h-4 w-4 flex-none"
          checked={values['is_primary'] === 'yes'}
          onChange={isOn => form.setValue('is_primary', isOn ? 'yes' : '')}
        />
        <span>
          Primary contact of the role
          <span className="block text-small text-ink-3">
            The first contact in a role is its primary contact. A new primary contact replaces it.
          </span>
        </span>
      </label>
    </DialogForm>
  )
}

function ContactPerson({ form, contact }: { form: ContactForm; contact: RegistrationContact | null }) {
  const people = useStore($people)
  const list = people.state === 'ready' ? people.value : []
  const isListed = list.some(({ user_id }) => user_id === contact?.user_id)
  const own =
    contact?.user_id && !isListed ? [{ id: String(contact.user_id), name: contact.contact_name }] : []
  return (
    <>
      <SelectInput
        form={form}
        name="person"
        hint={people.state === 'loading' ? 'The list of people is loading.' : undefined}
        options={[
          { id: '', name: 'Someone without an account' },
          ...own,
          ...list.map(({ user_id, first_name, last_name, role_type_name }) => ({
            id: String(user_id),
            name: `${first_name} ${last_name}, ${role_type_name.toLowerCase()}`
          }))
        ]}
        onValue={id => choosePerson(form, list, id)}
      />
      {people.state === 'failed' && (
        <p role="alert" className="text-small text-bad">
          The list of people could not be loaded. You can still enter the contact yourself, or{' '}
          <Button size="s" onClick={() => loadPeople()}>
            Try again
          </Button>
        </p>
      )}
    </>
  )
}
