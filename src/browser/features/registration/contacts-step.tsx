import { askBefore } from '#browser/forms/question-dialog.tsx'
import { openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { TriangleAlert } from '#browser/ui/icons/icon-paths.ts'
import { Pill } from '#browser/ui/pill.tsx'
import type { RegistrationContact } from '#contract/registration-contacts.ts'
import { CONTACT_ROLES, rolesWithoutPrimary } from '#domain/projects/registration.ts'
import { contactsToCopy, copyContacts, removeContact } from './actions.ts'
import { ContactDialog } from './contact-dialog.tsx'
import type { RegistrationPage } from './registration.ts'
import type { StepProps } from './step-props.ts'
import { MissingRow, SavingError, Step, StepAction, useSaving } from './step.tsx'

/** The registration's contacts. Each required role has a primary contact. */
export function ContactsStep({ page, progress, mayEdit }: StepProps) {
  const { registration, contacts } = page
  const { error, run } = useSaving()
  const hasBegun = registration !== null
  const missing = rolesWithoutPrimary(contacts)
  const copies = mayEdit && hasBegun ? contactsToCopy(page) : []
  const canCopy = missing.length > 0 && copies.length > 0
  const isNext = progress.next === 'contacts'
  return (
    <Step
      name="contacts"
      number={3}
      title="Contacts"
      state={missing.length === 0 ? 'done' : hasBegun ? 'missing' : 'later'}
      word={missing.length === 0 ? 'done' : hasBegun ? `${missing.length} missing` : 'not yet'}
      action={
        mayEdit && hasBegun ? (
          <>
            {canCopy && (
              <Button size="s" kind={isNext ? 'main' : 'plain'} onClick={() => run(copyContacts)}>
                Copy {copies.length} from {page.former?.periodName}
              </Button>
            )}
            <StepAction onClick={() => editContact(registration.registration_id, null)}>
              Add another
            </StepAction>
          </>
        ) : undefined
      }
    >
      {!hasBegun && <p className="text-small text-ink-2">The people that programme admins email.</p>}
      <SavingError error={error} />
      {hasBegun && (
        <div className="mt-2">
          {missing.map((role, index) => (
            <MissingRow
              key={role}
              name={`${role} contact`}
              action={
                mayEdit && (
                  <Button
                    size="s"
                    kind={isNext && !canCopy && index === 0 ? 'main' : 'plain'}
                    onClick={() => editContact(registration.registration_id, null, role)}
                  >
                    Add {role.toLowerCase()} contact
                  </Button>
                )
              }
            >
              <Icon of={TriangleAlert} className="mr-1.5 inline-block align-[-3px]" />
              No primary contact{whyMissing(role, page)}
            </MissingRow>
          ))}
          <ul>
            {inOrderOfRoles(contacts).map(contact => (
              <ContactRow key={contact.registration_contact_id} contact={contact} mayEdit={mayEdit} />
            ))}
          </ul>
        </div>
      )}
    </Step>
  )
}

/** Names contacts whose account was closed, because they cannot be reached any more. */
function whyMissing(role: string, { contacts, former }: RegistrationPage): string {
  const gone = [...contacts, ...(former?.contacts ?? [])].find(
    contact => contact.contact_role === role && contact.is_primary && contact.is_account_closed
  )
  return gone ? `: the account of ${gone.contact_name} is closed` : ''
}

function inOrderOfRoles(contacts: readonly RegistrationContact[]): RegistrationContact[] {
  const position = (contact: RegistrationContact): number =>
    CONTACT_ROLES.findIndex(role => role.name === contact.contact_role)
  return contacts.toSorted(
    (one, other) => position(one) - position(other) || Number(other.is_primary) - Number(one.is_primary)
  )
}

function ContactRow({ contact, mayEdit }: { contact: RegistrationContact; mayEdit: boolean }) {
  const { contact_name, contact_role, email_address, telephone, is_primary, is_account_closed } = contact
  const remove = () =>
    askBefore({
      title: `Remove ${contact_name}?`,
      text: `${contact_name} will no longer be a contact for this registration. Their account, if they have one, is kept.`,
      verb: 'Remove',
      run: () => removeContact(contact.registration_contact_id)
    })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-0 border-t border-line border-solid py-1.5 first:border-t-0">
      <span className="w-35 flex-none font-medium">{contact_role} contact</span>
      <span className="min-w-32 flex-1">
        {contact_name}
        {is_account_closed && <span className="block text-small text-warn">account closed</span>}
      </span>
      <span className="min-w-48 flex-1 break-all text-ink-2">
        <a href={`mailto:${email_address}`}>{email_address}</a>
        {telephone !== '' && <span className="block text-small">{telephone}</span>}
      </span>
      <span className="w-17 flex-none">{is_primary && <Pill>primary</Pill>}</span>
      {mayEdit && (
        <span className="flex flex-none">
          <StepAction
            aria-label={`Change ${contact_name}`}
            onClick={() => editContact(contact.registration_id, contact)}
          >
            Change
          </StepAction>
          <Button kind="quiet" size="s" aria-label={`Remove ${contact_name}`} onClick={remove}>
            Remove…
          </Button>
        </span>
      )}
    </li>
  )
}

function editContact(registrationId: number, contact: RegistrationContact | null, role = 'Deputy'): void {
  openModal({
    component: ContactDialog,
    props: {
      title: contact ? 'Change the contact' : 'Add a contact',
      registrationId,
      contact,
      role
    }
  })
}
