// Spec 5: the standard rules with their messages. Rules apply to values that are present; only `required` checks for empty ones. The login page loads
// these two; the others are in value-rules.ts.

import { EMAIL_FAULT, isEmailAddress } from '#lib/text/email-address.ts'

/** The error of a value, or null. `all` has the other fields' values by name. */
export type FieldRule = (value: string, label: string, all: Readonly<Record<string, string>>) => string | null

export const INCOMPLETE_FORM = 'Sorry, not all fields are filled out correctly.'

/** A rule that empty values satisfy. */
export const ruleForValue =
  (
    isRight: (value: string, all: Readonly<Record<string, string>>) => boolean,
    message: (label: string) => string
  ): FieldRule =>
  (value, label, all) =>
    value === '' || isRight(value, all) ? null : message(label)

export const required: FieldRule = (value, label) => (value.trim() === '' ? `${label} is required.` : null)

export const email = ruleForValue(
  value => isEmailAddress(value.trim()),
  () => EMAIL_FAULT
)
