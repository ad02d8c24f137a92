// The viewpoint of project screens: the role and the organisation.

import { computed } from 'nanostores'
import { ROLE } from '#domain/people/roles.ts'
import type { Viewpoint } from '#domain/projects/project-action.ts'
import { $organisations, $selectedOrganisationId } from './organisations.ts'
import { $session } from './session.ts'

export interface OrganisationInView {
  id: number
  name: string
  /** The user's own organisation, not one that an admin views. */
  isOwn: boolean
}

/** The organisation of the screens; null if an admin has chosen none or a member has none. */
export const $organisationInView = computed(
  [$session, $organisations, $selectedOrganisationId],
  (session, organisations, id): OrganisationInView | null => {
    if (id === 0) return null
    const own = session.user?.details
    if (own?.organisation_id === id) return { id, name: own.organisation_name ?? '', isOwn: true }
    const found =
      organisations.state === 'ready'
        ? organisations.value.find(organisation => organisation.id === id)
        : undefined
    return { id, name: found?.organisation_name ?? 'The chosen organisation', isOwn: false }
  }
)

export const $viewpoint = computed([$session, $organisationInView], (session, organisation): Viewpoint => ({
  roleTypeId: session.user?.role_type_id ?? ROLE.viewer,
  hasOrganisation: organisation !== null
}))

/** 'Your organisation', or the name of the one that an admin has chosen. */
export const organisationName = (organisation: OrganisationInView): string =>
  organisation.isOwn ? 'Your organisation' : organisation.name
