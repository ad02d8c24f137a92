// The logged-in user (spec 4, Auth). The token itself is in its cookie; this is what the screens know.

import { atom, computed } from 'nanostores'
import { clearCache, loadableStore, loadCached, resetStoresOfUser } from '#browser/api/cache/cache.ts'
import { call, canCall } from '#browser/api/call.ts'
import { clearToken, decodeClaims, readToken, storeToken, tokenOwner } from '#browser/api/token.ts'
import { login, type TokenClaims } from '#contract/auth.ts'
import { GENERIC_FAILURE, LOGIN_FAILURE } from '#contract/failures.ts'
import { getCurrentUser, type CurrentUser } from '#contract/users.ts'
import { isAdminRole, isSuperuserRole } from '#domain/people/roles.ts'
import { MINUTE_MS, pause, SECOND_MS } from '#lib/time/clock.ts'
import { deviceTime, noteServerTime, serverTime, serverTimeByDevice } from '#lib/time/server-clock.ts'
import { selectFirstOrganisation } from './organisations.ts'
import { $siteConfig, runtimeConfig } from './site-config.ts'

/** Spec 9: milliseconds between a successful login and the call for the user's details. */
export const POST_LOGIN_PAUSE_MS = 1500
/** Spec 8: the text if the server sends none. */
const UNABLE = 'Unable to authenticate user'

export interface SessionUser extends TokenClaims {
  isAdmin: boolean
  isSuperuser: boolean
  /** Null until the user's details have loaded. */
  details: CurrentUser | null
}

/** The site's configuration says it where the API does not. */
export const demandsSecondFactor = ({ otp_required }: CurrentUser): boolean =>
  otp_required ?? $siteConfig.get().otp_required

export interface Session {
  isAuthenticated: boolean
  user: SessionUser | null
  userEmail: string
}

const SIGNED_OUT: Session = { isAuthenticated: false, user: null, userEmail: '' }

export const $session = atom<Session>(SIGNED_OUT)
export const $isAuthenticated = computed($session, session => session.isAuthenticated)
// The first of all listeners: what they load is the next user's.
$isAuthenticated.listen(resetStoresOfUser)
/** Whether the token is valid, about to expire, or no longer accepted while its user is still working. */
export const $tokenState = atom<'valid' | 'expiring' | 'expired'>('valid')

/** True from a successful login until the user's details have loaded. */
export const $isSigningIn = atom(false)

export interface ExpiredLogin {
  email_address: string
  password: string
}

/** The login whose password has expired, so that nothing has to be typed again to renew it. */
export const $expiredLogin = atom<ExpiredLogin | null>(null)

export interface Credentials {
  email_address: string
  password: string
  otp: string | null
}

export type LoginOutcome =
  | { is: 'signed-in' }
  | { is: 'password-expired' | 'otp-missing' | 'refused'; error: string }

/**
 * Restores the token of an earlier visit. An expired one, or another programme's, is dropped. Before the first reply its expiry cannot be
 * checked: the browser keeps the cookie for as long as it is valid, and the server refuses it afterwards.
 */
export function restoreSession(): void {
  const user = userOf(readToken())
  const now = serverTime()
  const isOver = user !== null && now !== null && user.exp * SECOND_MS <= now
  if (!user || user.programme_id !== runtimeConfig().programmeId || isOver) return logOut()
  $session.set({ isAuthenticated: true, user, userEmail: '' })
}

/** Selects the user's organisation, unless it was already selected when they logged in. */
function takeDetails(user: SessionUser, details: CurrentUser): void {
  const before = $session.get().user?.details
  if (before?.user_id !== details.user_id || before.organisation_id !== details.organisation_id)
    selectFirstOrganisation(details.organisation_id, user.isAdmin)
  // An equal value changes nothing.
  if (JSON.stringify(before) !== JSON.stringify(details))
    $session.set({ isAuthenticated: true, user: { ...user, details }, userEmail: details.email_address })
}

/**
 * Spec 2, the first global guard: synchronises the session with the cookie, which another tab may have
 * changed and which the browser removes when it expires.
 */
export function checkSession(): void {
  // The details are loaded once, after the pause of a login in progress.
  if ($isSigningIn.get()) return
  if (isTokenOfOther()) logOut()
  const { user } = $session.get()
  const hasToken = readToken() !== null
  if (hasToken === (user !== null)) return
  if (user) return isCookieOver(user) ? expireSession() : logOut()
  restoreSession()
  if ($isAuthenticated.get()) void loadUser()
}

/** Whether another tab has logged someone else in: the cookie is theirs, and this tab must neither use nor delete it. */
export function isTokenOfOther(): boolean {
  const { user } = $session.get()
  const owner = tokenOwner()
  return user !== null && owner !== null && owner !== user.sub
}

/** Whether a call may carry the token: one person's actions must never be sent under another's name. If not, the tab switches to the new user. */
export function mayUseToken(): boolean {
  const isOwn = !isTokenOfOther()
  if (!isOwn) checkSession()
  return isOwn
}

/** Whether the browser has removed the expired cookie. It uses the computer's clock, even if someone has set that. */
const isCookieOver = ({ exp }: SessionUser): boolean =>
  exp * SECOND_MS - MINUTE_MS <= (serverTimeByDevice() ?? deviceTime())

/** Exchanges credentials for a token; after the pause of spec 4 the user's details are loaded once. */
export async function logIn(credentials: Credentials): Promise<LoginOutcome> {
  const former = $session.get().user?.sub
  const outcome = await authenticate(credentials)
  if (outcome.is !== 'signed-in') {
    // Someone has logged in from another tab: this one follows them.
    if ((tokenOwner() ?? former) !== former) checkSession()
    else {
      // Spec 4: a failed login leaves authenticated false. With the cookie, whoever was logged in before would come back.
      logOut()
      $session.set({ ...SIGNED_OUT, userEmail: credentials.email_address })
    }
    return outcome
  }
  $isSigningIn.set(true)
  // The user who was logged in before.
  if (isTokenOfOther()) logOut()
  await pause(POST_LOGIN_PAUSE_MS)
  await loadUser()
  $isSigningIn.set(false)
  return $session.get().isAuthenticated ? outcome : { is: 'refused', error: UNABLE }
}

/** Exchanges credentials for a token, which is stored. */
export async function authenticate(credentials: Credentials): Promise<LoginOutcome> {
  const result = await call(login, { body: { programme_id: runtimeConfig().programmeId, ...credentials } })
  if (!result.ok) return loginRefusal(result.error)
  const { access_token } = result.value
  const issuedAt = decodeClaims(access_token)?.iat
  if (issuedAt !== undefined) noteServerTime(issuedAt * SECOND_MS)
  return storeToken(access_token) ? { is: 'signed-in' } : loginRefusal(UNABLE)
}

/** Spec 8: two refusals redirect; the others show the server's message. */
function loginRefusal(error: string): LoginOutcome {
  if (error === LOGIN_FAILURE.passwordExpired) return { is: 'password-expired', error }
  if (error === LOGIN_FAILURE.missingOtp) return { is: 'otp-missing', error }
  return { is: 'refused', error: error === GENERIC_FAILURE ? UNABLE : error }
}

const $userDetails = loadableStore<CurrentUser>()

let loading: { token: string; done: Promise<void> } | null = null

/** Reloads the details after they have changed. On failure the old ones stay. */
export async function refreshDetails(): Promise<void> {
  const token = readToken()
  const result = await call(getCurrentUser)
  const { user } = $session.get()
  if (result.ok && user && readToken() === token) takeDetails(user, result.value)
}

/**
 * Spec 4: loads the details and selects the user's organisation; without a token or a reply the user is
 * logged out.
 */
export function loadUser(): Promise<void> {
  const token = readToken()
  // A second caller waits for a load in progress.
  if (token !== null && loading?.token === token) return loading.done
  const done = loadDetails(userOf(token)).finally(() => {
    if (loading?.done === done) loading = null
  })
  if (token !== null) loading = { token, done }
  return done
}

async function loadDetails(user: SessionUser | null): Promise<void> {
  if (!user) return logOut()
  await loadCached({
    store: $userDetails,
    key: '',
    endpoint: getCurrentUser,
    input: {},
    pick: details => details,
    onReply: details => takeDetails(user, details)
  })
  if ($userDetails.get().state === 'failed') {
    // A deployment may have removed the code of this page. It is loaded anew, and its user stays logged in.
    if (canCall()) logOut()
    return
  }
  $tokenState.set('valid')
}

/** Spec 4: removes the token and everything known about its user. Leaves the token alone if someone else has logged in. */
export function logOut(): void {
  if (!isTokenOfOther()) {
    clearToken()
    clearCache()
  }
  // Its reply is no longer wanted, and a login with the same token must not wait for it.
  loading = null
  $session.set(SIGNED_OUT)
  $tokenState.set('valid')
}

/** The server no longer accepts the token, or it has expired: the page stays, and a dialog over it asks the user to log in again. They may not come back, so the device data is deleted at once. */
export function expireSession(): void {
  if (!$session.get().isAuthenticated) return
  clearCache()
  $tokenState.set('expired')
}

export function userOf(token: string | null): SessionUser | null {
  const claims = token === null ? null : decodeClaims(token)
  return (
    claims && {
      ...claims,
      isAdmin: isAdminRole(claims.role_type_id),
      isSuperuser: isSuperuserRole(claims.role_type_id),
      details: null
    }
  )
}
