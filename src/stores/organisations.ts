import { atom } from 'nanostores'
import { reloading, settled, type Loadable } from '#lib/loadable.ts'
import { call } from '#api/call.ts'
import { listOrganisations, type Organisation } from '#contract/organisations.ts'
import { runtimeConfig } from './site-config.ts'

export const $organisations = atom<Loadable<Organisation[]>>({ state: 'loading' })
/** Spec 9: 0 until a user's or an admin's choice sets it. */
export const $selectedOrganisationId = atom(0)

export async function loadOrganisations(): Promise<void> {
  $organisations.set(reloading($organisations.get()))
  const result = await call(listOrganisations, { query: { programme_id: runtimeConfig().programmeId } })
  $organisations.set(settled(result, reply => reply.organisations))
}
