// The reader of others' figures. What they may see follows from this alone.
import type { OthersVisibleFrom, Visibility } from '#contract/projects.ts'
import { isAdmin } from '#domain/people/roles.ts'
import { isStrict, visibilitySentence } from '#domain/disclosure/visibility.ts'
import type { User } from '../http/caller.ts'

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

export type Reader = OpenReader | RestrictedReader

export function readerOf(caller: User, project: ProjectPromise): Reader {
  const { visibility, minimum_count } = project
  const { organisationId } = caller
  const isAdminReader = isAdmin(caller.roleTypeId)
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

/** Whether other organisations' submissions may be told apart. */
export const seesOthers = (caller: User, visibility: Visibility): boolean =>
  isAdmin(caller.roleTypeId) || !isStrict(visibility)
