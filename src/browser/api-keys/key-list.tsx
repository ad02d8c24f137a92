import { useState } from 'react'
import { toastOutcome } from '#browser/stores/outcomes.ts'
import { Button } from '#browser/ui/button.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import type { ApiKey, KeyScope } from '#contract/api-keys.ts'
import { formatDay } from '#lib/format.ts'
import { formatAgo } from '#lib/time/format-distance.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { revokeKey } from './api-keys.ts'

export const keyScopeLabels: Record<KeyScope, string> = {
  'answers:read': 'Answers',
  'charts:read': 'Charts',
  'completion:read': 'Progress'
}

/** Keys with what each reads, its last use and a button that revokes it; with its owner in the list of everyone's keys. */
export function KeyList({ keys, hasOwners = false }: { keys: readonly ApiKey[]; hasOwners?: boolean }) {
  return (
    <ul aria-label="API keys">
      {keys.map(key => (
        <KeyRow key={key.api_key_id} apiKey={key} hasOwner={hasOwners} />
      ))}
    </ul>
  )
}

function KeyRow({ apiKey, hasOwner }: { apiKey: ApiKey; hasOwner: boolean }) {
  const { key_name, owner_name, key_scopes, created_at, expires_at, last_used_at, is_paused } = apiKey
  const isExpired = new Date(expires_at) <= presentTime()
  const reads = key_scopes.map(scope => keyScopeLabels[scope].toLowerCase()).join(', ')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-0 border-b border-line border-solid py-2.5">
      <span className="min-w-0 flex-1 basis-52">
        <span className="block font-medium break-words">
          {key_name}
          {isExpired && (
            <Pill tone="bad" className="ml-2">
              Expired
            </Pill>
          )}
          {is_paused && (
            <Pill tone="warn" className="ml-2">
              Paused
            </Pill>
          )}
        </span>
        <span className="block text-small text-ink-2">
          {hasOwner ? `${owner_name}: reads` : 'Reads'} {reads}
        </span>
        <span className="block text-small text-ink-3">
          Created {formatDay(created_at)}, {isExpired ? 'expired' : 'expires'} {formatDay(expires_at)},{' '}
          {last_used_at === null ? 'never used' : `used ${formatAgo(last_used_at)}`}
        </span>
      </span>
      <RevokeButton apiKey={apiKey} />
    </li>
  )
}

/** Asks in place, because a dialog may be open already. */
function RevokeButton({ apiKey }: { apiKey: ApiKey }) {
  const [isAsked, setAsked] = useState(false)
  const revoke = async () =>
    toastOutcome(await revokeKey(apiKey), `The API key “${apiKey.key_name}” is revoked.`)
  if (!isAsked)
    return (
      <Button size="s" aria-label={`Revoke ${apiKey.key_name}`} onClick={() => setAsked(true)}>
        Revoke
      </Button>
    )
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="text-small text-ink-2">Programs that use it will stop working.</span>
      <span className="flex gap-2">
        <Button size="s" onClick={() => setAsked(false)}>
          Cancel
        </Button>
        <Button size="s" kind="danger" autoFocus onClick={revoke}>
          Yes, revoke
        </Button>
      </span>
    </span>
  )
}
