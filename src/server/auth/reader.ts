// The reader of others' figures. What they may see follows from this alone.

import type { OthersVisibleFrom, Visibility } from '#contract/projects.ts'
import { isStrict, visibilitySentence } from '#domain/disclosure/visibility.ts'
import { isAdminRole, isAtLeast, ROLE } from '#domain/people/roles.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RunningProgramme } from '#server/http/programme.ts'

/** What a project promises its members. */
export interface ProjectPromise {
  visibility: Visibility
  others_visible_from: OthersVisibleFrom
  minimum_count: number
}

/** Sees each submission's figures by name: everyone in a named project, admins in all. */
export interface OpenReader {
  readonly kind: 'open'
  readonly sentence: string
  /** Admins see figures before members do, and in strict projects corrections that are not published. */
  readonly isAdmin: boolean
  readonly organisationId: number | null
}

/** Sees the own organisation's figures; of others only whole blocks. */
export interface RestrictedReader {
  readonly kind: 'restricted'
  readonly sentence: string
  readonly visibility: Exclude<Visibility, 'named'>
  readonly minimumCount: number
  /** Null for a user without an organisation, who sees everyone as others. */
  readonly organisationId: number | null
}

export type DisclosureReader = OpenReader | RestrictedReader

export function readerOf(caller: CallingUser, project: ProjectPromise): DisclosureReader {
  const { visibility, minimum_count } = project
  const { organisationId } = caller
  const isAdminReader = isAdminRole(caller.roleTypeId)
  const sentence = visibilitySentence({ ...project, isAdmin: isAdminReader })
  if (visibility === 'named' || isAdminReader)
    return { kind: 'open', sentence, isAdmin: isAdminReader, organisationId }
  return {
    kind: 'restricted',
    sentence,
    visibility,
    minimumCount: minimum_count,
    organisationId
  }
}

/** Whether a caller may read a survey case by case: admins, and leads where the programme shows organisations their cases. */
export const mayReadCases = (
  { roleTypeId }: CallingUser,
  { respondentResults }: Pick<RunningProgramme, 'respondentResults'>
): boolean => isAdminRole(roleTypeId) || (respondentResults === 'cases' && isAtLeast(roleTypeId, ROLE.lead))

/** Whether other organisations' submissions may be told apart. */
export const seesOthers = (caller: CallingUser, visibility: Visibility): boolean =>
  isAdminRole(caller.roleTypeId) || !isStrict(visibility)
