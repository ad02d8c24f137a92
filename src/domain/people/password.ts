// Password rules: long, and not among the first guesses. No composition rules: they make passwords alike,
// not strong.

import { MAX_PASSWORD_LENGTH } from '#contract/limits.ts'
import { DAY_MS } from '#lib/time/clock.ts'

interface PasswordDates {
  password_changed_at: Date | null
  password_expires_at: Date | null
}

/** When a password expires: on its own date, or at the programme's maximum age; null if neither is set. */
export function passwordExpiry(
  { password_changed_at: changedAt, password_expires_at: ownDate }: PasswordDates,
  maxAgeDays: number | undefined
): Date | null {
  const byAge =
    maxAgeDays === undefined || changedAt === null
      ? null
      : new Date(changedAt.getTime() + maxAgeDays * DAY_MS)
  if (byAge === null || ownDate === null) return byAge ?? ownDate
  return byAge < ownDate ? byAge : ownDate
}

/**
 * Whether a correct password must be replaced before a session starts: it has expired, or it is too short because the account no longer has
 * two-factor authentication.
 */
export function isPasswordDue(
  account: PasswordDates & { otp_enabled: boolean },
  password: string,
  maxAgeDays: number | undefined,
  now: Date
): boolean {
  const expiry = passwordExpiry(account, maxAgeDays)
  return (expiry !== null && expiry <= now) || charactersIn(password) < passwordLength(account.otp_enabled)
}

/** Whether a password is long enough without two-factor authentication. */
export const isLongPassword = (password: string): boolean => charactersIn(password) >= passwordLength(false)

/** Normalises a password before it is checked, compared or hashed: keyboards compose the same character in different ways. */
export const normalisePassword = (typed: string): string => typed.normalize('NFKC')

export const charactersIn = (password: string): number => [...normalisePassword(password)].length

/** Quality 2: at least 15 characters, or 8 with two-factor authentication. */
export const passwordLength = (hasSecondFactor: boolean): number => (hasSecondFactor ? 8 : 15)

const commonlyTried = [
  'password',
  'passwort',
  'motdepasse',
  'letmein',
  'welcome',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'iloveyou',
  'administrator',
  'changeme',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'monkey',
  'dragon',
  'trustno1',
  'superman',
  'starwars',
  'whatever',
  'correcthorsebatterystaple'
]
const keyboardRuns = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm'
]

/** Without digits at the ends, punctuation and case: "Password2026!" is "password". */
const stripPassword = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll(/^\d+|\d+$/g, '')

function isRepetition(text: string): boolean {
  const unit = [1, 2, 3, 4, 5, 6, 7, 8].find(
    length =>
      text.length >= 2 * length &&
      text ===
        text
          .slice(0, length)
          .repeat(Math.ceil(text.length / length))
          .slice(0, text.length)
  )
  return unit !== undefined
}

const reverse = (text: string): string => text.split('').toReversed().join('')

/**
 * Whether attackers try it first: a common password with digits around it, a repeated short string, or a run
 * of neighbouring keys.
 */
function isEasilyGuessed(password: string): boolean {
  const folded = password.toLowerCase()
  const letters = folded.replaceAll(/[^a-z]/g, '')
  return (
    commonlyTried.some(word => letters === word || letters === word + word) ||
    isRepetition(folded) ||
    isRepetition(stripPassword(password)) ||
    keyboardRuns.some(run => run.includes(folded) || reverse(run).includes(folded))
  )
}

/** Words that others know about a user, which a password must not consist of. */
export const personalWordsOf = (
  { first_name, last_name, email_address }: { first_name: string; last_name: string; email_address: string },
  { programmeName, programmeCode }: { programmeName: string; programmeCode: string }
): string[] => [first_name, last_name, email_address.split('@')[0] ?? '', programmeName, programmeCode]

/**
 * Why a password is refused, as a predicate without its subject; null if it is accepted. `personalWords` are
 * those of `personalWordsOf`.
 */
export function passwordFault(
  typed: string,
  { hasSecondFactor, personalWords = [] }: { hasSecondFactor: boolean; personalWords?: readonly string[] }
): string | null {
  const password = normalisePassword(typed)
  const least = passwordLength(hasSecondFactor)
  if (charactersIn(password) < least)
    return `must have at least ${least} characters; several words are easy to remember`
  if (typed.length > MAX_PASSWORD_LENGTH) return `must have at most ${MAX_PASSWORD_LENGTH} characters`
  const core = stripPassword(password)
  if (
    personalWords.map(stripPassword).some(word => word.length >= 4 && (core === word || core === word + word))
  )
    return 'must be more than your name, address or programme'
  return isEasilyGuessed(password) ? 'is one of the first that attackers try; choose another' : null
}
