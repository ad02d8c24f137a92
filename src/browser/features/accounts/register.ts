// Requests an account (product 5).

import { atom } from 'nanostores'
import { navigate } from 'wouter/use-browser-location'
import { call } from '#browser/api/call.ts'
import { createForm } from '#browser/forms/form-store.ts'
import { email, required, type FieldRule } from '#browser/forms/rules.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { length } from '#browser/forms/value-rules.ts'
import { $organisations } from '#browser/stores/organisations.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { registerUser } from '#contract/accounts.ts'
import type { Organisation } from '#contract/organisations.ts'
import { groupBy } from '#lib/group-by.ts'
import { paths } from '#programme/paths.ts'

/** The address that requested an account, until the next screen is left. */
export const $registeredEmail = atom('')

const isOrganisationListed = (all: Readonly<Record<string, string>>): boolean =>
  all['is_not_listed'] !== 'yes'

const requireChosen: FieldRule = (value, label, all) => {
  if (!isOrganisationListed(all)) return null
  return (
    required(value, label, all) ??
    (typedOrganisationId(value) === null
      ? 'Choose an organisation from the list, or tick that it is not listed.'
      : null)
  )
}
const requireNamed: FieldRule = (value, label, all) =>
  isOrganisationListed(all) ? null : required(value, label, all)

/** Cleared with the screen, so that the next person at this computer starts with an empty form. */
export const registerForm = createForm({
  first_name: { label: 'First name', rules: [required, length(1, 100)] },
  last_name: { label: 'Last name', rules: [required, length(1, 100)] },
  email_address: { label: 'Email address', rules: [required, email] },
  organisation: { label: 'Organisation', rules: [requireChosen] },
  is_not_listed: { label: 'Not listed' },
  organisation_name: { label: 'Name of your organisation', rules: [requireNamed, length(1, 200)] },
  job_title: { label: 'Job title', rules: [length(0, 200)] },
  terms: { label: 'Terms', rules: [value => (value === '' ? 'Accept the terms to continue.' : null)] }
})

/** Organisations by their label: the name, followed by the code if two have the same name. */
export function organisationLabels(organisations: readonly Organisation[]): Map<string, Organisation> {
  const names = groupBy(organisations, organisation => organisation.organisation_name)
  return new Map(
    organisations.map(organisation => {
      const { organisation_name: name, organisation_code: code } = organisation
      return [(names.get(name)?.length ?? 0) > 1 ? `${name} (${code})` : name, organisation]
    })
  )
}

function typedOrganisationId(typed: string): number | null {
  const organisations = $organisations.get()
  if (organisations.state !== 'ready') return null
  const wanted = typed.trim().toLowerCase()
  const entry = [...organisationLabels(organisations.value)].find(([label]) => label.toLowerCase() === wanted)
  return entry?.[1].id ?? null
}

export const submitRegistration = (): Promise<void> =>
  registerForm.submit(async values => {
    const origin = rememberOrigin()
    const email_address = values.email_address.trim()
    const result = await call(registerUser, {
      body: {
        programme_id: runtimeConfig().programmeId,
        first_name: values.first_name,
        last_name: values.last_name,
        email_address,
        organisation_id: isOrganisationListed(values) ? typedOrganisationId(values.organisation) : null,
        organisation_name: isOrganisationListed(values) ? null : values.organisation_name,
        job_title: values.job_title || null,
        terms_accepted: true
      }
    })
    if (!result.ok) return showFault(registerForm, result.error)
    registerForm.reset()
    if (!origin.isOnScreen()) return
    $registeredEmail.set(email_address)
    navigate(paths.verify())
  })
