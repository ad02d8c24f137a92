// Who makes a request.

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
  sessionId: string
  /** When the session began, with a login. */
  loggedInAt: Date
  /** The session's last recorded activity. */
  lastSeenAt: Date
  /** The programme demands a second factor that this user has not set up yet. */
  mustSetUpSecondFactor: boolean
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
