import { atom } from 'nanostores'
import { loadableStore } from '#lib/loadable.ts'
import { mapResult } from '#lib/result.ts'
import { call } from '#api/call.ts'
import { listOrganisations, type Organisation } from '#contract/organisations.ts'
import { runtimeConfig } from './site-config.ts'

export const $organisations = loadableStore<Organisation[]>()
/** Spec 9: 0 until a user's or an admin's choice sets it. */
export const $selectedOrganisationId = atom(0)

export const loadOrganisations = (): Promise<void> =>
  $organisations.load('', async () =>
    mapResult(
      await call(listOrganisations, { query: { programme_id: runtimeConfig().programmeId } }),
      reply => reply.organisations
    )
  )
