// Who makes a request.

import type { KeyScope } from '#contract/api-keys.ts'
import { isAdminRole } from '#domain/people/roles.ts'

export interface CallingUser {
  kind: 'user'
  programmeId: number
  /** The programme's time zone, for deadlines. */
  timeZone: string
  userId: number
  fullName: string
  roleTypeId: number
  /** null for people of the programme itself. */
  organisationId: number | null
  /** Empty for an API key. */
  sessionId: string
  /** When the session began, with a login, or the API key was created. */
  loggedInAt: Date
  /** The last recorded activity of the session or API key. */
  lastSeenAt: Date
  /** The programme demands a second factor that this user has not set up yet. */
  mustSetUpSecondFactor: boolean
  /** The key of a program's call, which has no session. */
  apiKey?: { apiKeyId: number; scopes: readonly KeyScope[] }
}

/** Someone who holds a case code: one questionnaire of one submission, nothing else. */
export interface Respondent {
  kind: 'respondent'
  programmeId: number
  /** The programme's time zone, for deadlines. */
  timeZone: string
  caseCodeId: number
  questionnaireId: number
  submissionId: number
  isCompleted: boolean
}

export type Caller = CallingUser | Respondent

export const isAdminCaller = (caller: Caller): boolean =>
  caller.kind === 'user' && isAdminRole(caller.roleTypeId)
