// Spec 5: the standard rules with their messages. Rules apply to values that are present; only `required` checks for empty ones.

import { EMAIL_FAULT, isEmailAddress } from '#lib/text/email-address.ts'
import { readUrl } from '#lib/url/read-url.ts'

/** The error of a value, or null. `all` has the other fields' values by name. */
export type FieldRule = (value: string, label: string, all: Readonly<Record<string, string>>) => string | null

export const INCOMPLETE_FORM = 'Sorry, not all fields are filled out correctly.'

/** A rule that empty values satisfy. */
const rule =
  (
    isRight: (value: string, all: Readonly<Record<string, string>>) => boolean,
    message: (label: string) => string
  ): FieldRule =>
  (value, label, all) =>
    value === '' || isRight(value, all) ? null : message(label)

export const required: FieldRule = (value, label) => (value.trim() === '' ? `${label} is required.` : null)

export const email = rule(
  value => isEmailAddress(value.trim()),
  () => EMAIL_FAULT
)

export const url = rule(
  value => readUrl(value) !== null && /^https?:/i.test(value),
  () => 'Please enter a valid URL.'
)

export const number = rule(
  value => Number.isFinite(Number(value)),
  label => `${label} must be a number.`
)

export const min = (least: number): FieldRule =>
  rule(
    value => Number(value) >= least,
    label => `${label} must be at least ${least}.`
  )

export const max = (most: number): FieldRule =>
  rule(
    value => Number(value) <= most,
    label => `${label} must be no more than ${most}.`
  )

export const between = (least: number, most: number): FieldRule =>
  rule(
    value => Number(value) >= least && Number(value) <= most,
    label => `${label} must be between ${least} and ${most}.`
  )

/** Length in characters as people count them. */
export const length = (least: number, most = Number.POSITIVE_INFINITY): FieldRule =>
  rule(
    value => [...value].length >= least && [...value].length <= most,
    label =>
      Number.isFinite(most)
        ? `${label} must be between ${least} and ${most} characters.`
        : `${label} must be at least ${least} characters.`
  )

/** Must equal another field. */
export const sameAs = (other: string): FieldRule =>
  rule(
    (value, all) => value === all[other],
    label => `${label} does not match.`
  )
