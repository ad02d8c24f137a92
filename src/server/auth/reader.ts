// The reader of others' figures. What they may see follows from this alone.
import type { Visibility } from '#contract/projects.ts'
import { isAdmin } from '#domain/roles.ts'
import { isStrict, visibilitySentence } from '#domain/visibility.ts'
import type { User } from '../http/caller.ts'

interface Project {
  visibility: Visibility
  minimum_count: number
}

/** Sees each submission's figures by name: everyone in a named project, admins in all. */
export interface OpenReader {
  readonly kind: 'open'
  readonly sentence: string
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

export function readerOf(caller: User, { visibility, minimum_count }: Project): Reader {
  const sentence = visibilitySentence({ visibility, minimum_count, isAdmin: isAdmin(caller.roleTypeId) })
  if (visibility === 'named' || isAdmin(caller.roleTypeId)) return { kind: 'open', sentence }
  return {
    kind: 'restricted',
    sentence,
    visibility,
    minimumCount: minimum_count,
    organisationId: caller.organisationId
  }
}

/** Whether other organisations' submissions may be told apart. */
export const seesOthers = (caller: User, visibility: Visibility): boolean =>
  isAdmin(caller.roleTypeId) || !isStrict(visibility)
