// Decides who may call which operation, by the contract's `access`; nothing else does. Whose data a caller
// may access is decided with the data, in `ownership.ts`.

import type { EndpointAccess, Endpoint } from '#contract/endpoint.ts'
import { SECOND_FACTOR_DEMANDED } from '#contract/failures.ts'
import { hasAccess } from '#domain/people/roles.ts'
import { forbiddenError, notFound, unauthenticatedError } from '#server/http/api-error.ts'
import type { AdmittedCall, IncomingCall } from '#server/http/app.ts'
import type { CallLimits } from '#server/http/call-limits.ts'
import type { Caller, CallingUser } from '#server/http/caller.ts'
import type { Server } from '#server/http/route.ts'
import { isKey, requireKeyOwner, requireScope } from './key-callers.ts'
import { findRespondent, namesCaseCode, type CaseCall } from './respondents.ts'
import { recordActivity, userOfToken } from './sessions.ts'

/** Returns the caller and the validated input. Callers without access are refused before the input is read. */
export async function admitCall(
  { endpoint, authorization, limits, now, readInput }: IncomingCall,
  server: Server
): Promise<AdmittedCall> {
  const user = await userOfRequest(server, authorization, now)
  admit(endpoint, user, authorization !== undefined)
  const input = await readInput()
  // A page that asks by itself for what others have entered does not keep a session open that nobody uses.
  if (user !== null && input.query?.['is_watching'] !== true) await recordActivity(server.database, user, now)
  requireOwnProgramme(user, endpoint.access, input.query?.['programme_id'] ?? input.body?.['programme_id'])
  return { input, caller: await requireCaller(endpoint.access, user, input, server, limits) }
}

/** The user of the request's access token or API key; null if there is none or the token is invalid. */
async function userOfRequest(
  server: Server,
  authorization: string | undefined,
  now: Date
): Promise<CallingUser | null> {
  const token = /^Bearer ([\w.-]{1,4096})$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return null
  // Public operations refuse an invalid key too: a program must never mistake the anonymous reply for its owner's.
  return isKey(token) ? requireKeyOwner(server, token, now) : userOfToken(server, token, now)
}

/** Refuses callers without access. A respondent is identified later, by the call's case code. */
function admit(endpoint: Endpoint, user: CallingUser | null, hasToken: boolean): void {
  const { access, isBeforeSecondFactor, hasMemberReply } = endpoint
  if (user !== null) requireScope(endpoint, user)
  if (user?.apiKey) refuseWithoutSecondFactor(user)
  if (hasMemberReply && user === null && hasToken) throw unauthenticatedError()
  if (access === 'open' || access === 'case_code') return
  if (user === null) throw unauthenticatedError()
  if (!hasAccess(user.roleTypeId, access)) throw forbiddenError()
  if (!isBeforeSecondFactor) refuseWithoutSecondFactor(user)
}

function refuseWithoutSecondFactor({ mustSetUpSecondFactor }: CallingUser): void {
  if (mustSetUpSecondFactor) throw forbiddenError(SECOND_FACTOR_DEMANDED)
}

/**
 * The caller of a validated call: a user, or nobody if the operation is open. A case code in the call takes
 * precedence over a login: a survey that an admin tries out is the respondent's, not the admin's own
 * submission. A refused code says nothing about a session, so its status is 403; 401 would ask to log in.
 */
async function requireCaller(
  access: EndpointAccess,
  user: CallingUser | null,
  input: CaseCall,
  server: Server,
  limits: CallLimits
): Promise<Caller | null> {
  // Without the required second factor a user counts as logged out for open operations.
  if (access === 'open') return user?.mustSetUpSecondFactor ? null : user
  if (access !== 'case_code') return user
  if (!namesCaseCode(input)) {
    if (user === null) throw unauthenticatedError()
    refuseWithoutSecondFactor(user)
    return user
  }
  const respondent = await findRespondent(server.database, server.programmes, input)
  if (respondent === null) {
    limits.countUnknownCode()
    throw forbiddenError('This case code does not open this survey.')
  }
  limits.countCaseCode(`${respondent.programmeId} ${respondent.caseCodeId}`)
  return respondent
}

/** Product 0, quality 4: the token's programme must be the call's. */
function requireOwnProgramme(user: CallingUser | null, access: EndpointAccess, programmeId: unknown): void {
  if (access === 'open' || user === null || programmeId === undefined) return
  if (programmeId !== user.programmeId) throw notFound('programme')
}
