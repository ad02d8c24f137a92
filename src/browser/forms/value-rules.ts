// Spec 5: the standard rules for addresses, numbers, lengths and repeated fields.

import { readUrl } from '#lib/url/read-url.ts'
import { ruleForValue, type FieldRule } from './rules.ts'

export const url = ruleForValue(
  value => readUrl(value) !== null && /^https?:/i.test(value),
  () => 'Please enter a valid URL.'
)

export const number = ruleForValue(
  value => Number.isFinite(Number(value)),
  label => `${label} must be a number.`
)

export const min = (least: number): FieldRule =>
  ruleForValue(
    value => Number(value) >= least,
    label => `${label} must be at least ${least}.`
  )

export const max = (most: number): FieldRule =>
  ruleForValue(
    value => Number(value) <= most,
    label => `${label} must be no more than ${most}.`
  )

export const between = (least: number, most: number): FieldRule =>
  ruleForValue(
    value => Number(value) >= least && Number(value) <= most,
    label => `${label} must be between ${least} and ${most}.`
  )

/** Length in characters as people count them. */
export const length = (least: number, most = Number.POSITIVE_INFINITY): FieldRule =>
  ruleForValue(
    value => [...value].length >= least && [...value].length <= most,
    label =>
      Number.isFinite(most)
        ? `${label} must be between ${least} and ${most} characters.`
        : `${label} must be at least ${least} characters.`
  )

/** Must equal another field. */
export const sameAs = (other: string): FieldRule =>
  ruleForValue(
    (value, all) => value === all[other],
    label => `${label} does not match.`
  )
