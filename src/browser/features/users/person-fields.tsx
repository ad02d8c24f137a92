import { useStore } from '@nanostores/react'
import type { FieldDefinition, Form } from '#browser/forms/form-store.ts'
import { required, type FieldRule } from '#browser/forms/rules.ts'
import { SelectInput } from '#browser/forms/select-input.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { length } from '#browser/forms/value-rules.ts'
import { $enums } from '#browser/stores/enums.ts'
import { $organisations, loadOrganisations } from '#browser/stores/organisations.ts'
import { $session } from '#browser/stores/session.ts'
import { Button } from '#browser/ui/button.tsx'
import type { User } from '#contract/users.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { grantableRoles, isUnlisted } from './user-rules.ts'

/** Programme staff may have no organisation. */
const requiredByRole: FieldRule = (value, label, all) =>
  isAdminRole(Number(all['role_type_id'])) ? null : required(value, label, all)

type PersonField = 'first_name' | 'last_name' | 'role_type_id' | 'organisation_id'

/** A user's fields, named as in the API, so that the server's errors appear at the right one. */
export const personFields = (user?: User): Record<PersonField, FieldDefinition> => ({
  first_name: { label: 'First name', initial: user?.first_name ?? '', rules: [required, length(1, 100)] },
  last_name: { label: 'Last name', initial: user?.last_name ?? '', rules: [required, length(1, 100)] },
  role_type_id: { label: 'Role', initial: String(user?.role_type_id ?? ''), rules: [required] },
  organisation_id: {
    label: 'Organisation',
    initial: String(user?.organisation_id ?? ''),
    rules: [requiredByRole]
  }
})

export const organisationIdIn = (values: { organisation_id: string }): number | null =>
  values.organisation_id === '' ? null : Number(values.organisation_id)

export function NameInputs<Name extends string>({
  form,
  autoFocus
}: {
  form: Form<Name | PersonField>
  autoFocus?: boolean | undefined
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextInput form={form} name="first_name" maxLength={100} autoComplete="off" autoFocus={autoFocus} />
      <TextInput form={form} name="last_name" maxLength={100} autoComplete="off" />
    </div>
  )
}

export function RoleInput<Name extends string>({
  form,
  autoFocus
}: {
  form: Form<Name | PersonField>
  autoFocus?: boolean | undefined
}) {
  const { user } = useStore($session)
  const { role_types: roleTypes } = useStore($enums)
  const roles = user?.details ? grantableRoles(roleTypes, user.details) : []
  return (
    <SelectInput
      form={form}
      name="role_type_id"
      placeholder="Choose a role"
      autoFocus={autoFocus}
      options={roles.map(({ id, name }) => ({ id: String(id), name }))}
    />
  )
}

export function UserOrganisationInput<Name extends string>({
  form,
  user
}: {
  form: Form<Name | PersonField>
  user?: User
}) {
  const organisations = useStore($organisations)
  const { values } = useStore(form.$state)
  if (organisations.state === 'failed')
    return (
      <p role="alert" className="text-small text-bad">
        The list of organisations could not be loaded.{' '}
        <Button size="s" onClick={() => loadOrganisations()}>
          Try again
        </Button>
      </p>
    )
  const listed = organisations.state === 'ready' ? organisations.value : []
  const options = listed.map(({ id, organisation_name }) => ({ id: String(id), name: organisation_name }))
  const own = user?.organisation_id
  // An inactive organisation is not in the list.
  if (own && !listed.some(({ id }) => id === own))
    options.push({ id: String(own), name: user.organisation_name ?? 'Current organisation' })
  return (
    <SelectInput
      form={form}
      name="organisation_id"
      placeholder={isAdminRole(Number(values['role_type_id'])) ? 'None' : 'Choose an organisation'}
      options={options}
      hint={
        user && isUnlisted(user)
          ? `At registration: “${user.organisation_name}”, which is not in the list.`
          : organisations.state === 'loading' && 'Loading the list.'
      }
    />
  )
}
