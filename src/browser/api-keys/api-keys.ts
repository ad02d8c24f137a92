// API keys: the user's own in the account dialog and, for admins, everyone's under Users.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { reloadAfterWrite } from '#browser/api/reload-after-write.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { createApiKey, deleteApiKey, listApiKeys, type ApiKey } from '#contract/api-keys.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { Result } from '#lib/result.ts'

export const KEYS_PER_PAGE = 50

type KeyPage = ReplyOf<typeof listApiKeys>

export const $ownKeys = loadableStore<KeyPage>()
export const $allKeys = loadableStore<KeyPage>()

const askedBy = (): string => $session.get().user?.sub ?? ''

export const loadOwnKeys = (): Promise<void> =>
  $ownKeys.load(askedBy(), () => call(listApiKeys, { query: {} }))

let shownPage = 1

/** A page of everyone's keys, from 1. The rows of the page before stay while it loads. */
export async function loadAllKeys(page: number = shownPage): Promise<void> {
  shownPage = page
  const programme_id = runtimeConfig().programmeId
  const query = { programme_id, limit: KEYS_PER_PAGE, offset: (page - 1) * KEYS_PER_PAGE }
  await $allKeys.load(askedBy(), () => call(listApiKeys, { query }))
}

/** Reloads both lists if both are shown: the account dialog may be open over the tab of everyone's keys. */
async function reloadKeys(): Promise<void> {
  const shown = [$ownKeys, $allKeys].filter(store => store.get().state === 'ready')
  await Promise.all(shown.map(store => (store === $ownKeys ? loadOwnKeys() : loadAllKeys())))
}

export const createKey = (
  body: InputOf<typeof createApiKey>['body']
): Promise<Result<ReplyOf<typeof createApiKey>>> => reloadAfterWrite(call(createApiKey, { body }), reloadKeys)

export const revokeKey = ({ api_key_id }: ApiKey): Promise<Result<unknown>> =>
  reloadAfterWrite(call(deleteApiKey, { params: { id: api_key_id } }), reloadKeys)
