import { atom } from 'nanostores'
import { loadableStore, loadCached } from '#browser/api/cache/cache.ts'
import { listOrganisations, type Organisation } from '#contract/organisations.ts'
import { runtimeConfig } from './site-config.ts'

export const $organisations = loadableStore<Organisation[]>()
/** Spec 9: 0 until a user's or an admin's choice sets it. */
export const $selectedOrganisationId = atom(0)

let addressedOrganisation: number | null = null

/** The organisation in the address, before the user is known. */
export const preferOrganisation = (id: number | null): void => {
  addressedOrganisation = id
}

/** Spec 4: the user's own, unless an admin has selected another. */
export const selectFirstOrganisation = (ownId: number | null, isAdmin: boolean): void =>
  $selectedOrganisationId.set((isAdmin ? addressedOrganisation : null) ?? ownId ?? 0)

export const loadOrganisations = (): Promise<void> =>
  loadCached({
    store: $organisations,
    key: '',
    endpoint: listOrganisations,
    input: { query: { programme_id: runtimeConfig().programmeId } },
    pick: reply => reply.organisations
  })
