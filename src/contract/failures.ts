// Error messages that both sides need: the server sends them as `detail`, and the client compares them.
// Every failed call returns its HTTP status and a body {"detail": "text"} (spec 8).

/** Spec 8: the text when the server gave none. */
export const GENERIC_FAILURE = 'An error occurred. Please try again later.'

/** In the body of a 404 of an existing operation whose row is missing. Without it, the operation itself is missing. */
export const MISSING_ROW = 'is_missing_row'

/** The text of a call to an addition that the API lacks; screens hide what needs it. */
export const NOT_OFFERED = 'This site does not offer this.'

/** Product 3: why a login is refused. The first two open another screen (spec 8). */
export const LOGIN_FAILURE = {
  passwordExpired: 'Password Expired',
  missingOtp: 'Missing OTP',
  invalidOtp: 'Invalid OTP',
  emailNotVerified: 'Email address not verified',
  awaitingApproval: 'Account awaiting approval',
  incorrect: 'Incorrect email address or password',
  notExpired: 'This password has not expired. Log in to change it.',
  locked: 'Too many attempts. Try again in 15 minutes.'
} as const

/** Shown at the field of a six-digit code or recovery code. */
export const WRONG_CODE = 'This code is not correct. Enter the code that your app shows now.'

/** Returned for every call of a user who has not set up the second factor that the programme requires. */
export const SECOND_FACTOR_DEMANDED =
  'Set up two-factor authentication first. This programme asks everyone for it.'

/** Spec 8: these statuses are transient; safe requests are retried once. */
export const TRANSIENT_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504]
