import { useStore } from '@nanostores/react'
import { $allKeys } from '#browser/api-keys/api-keys.ts'
import { Pill } from '#browser/ui/pill.tsx'
import { Tabs } from '#browser/ui/tabs.tsx'
import { formatCount } from '#lib/format.ts'
import { userTabs, type SetParams, type UserTabId } from './user-query.ts'
import { $statusCounts } from './users.ts'

// Tabs that list something other than users, each with an explanation.
export const KEYS_TAB = {
  id: 'keys',
  label: 'API keys',
  text: 'A program with an API key can read what the key’s owner can read.'
} as const
export const AUDIT_TAB = {
  id: 'audit',
  label: 'Audit log',
  text: 'Entries cannot be changed or removed.'
} as const

/** Parameters that belong to one tab. */
const OWN_PARAMS = { sort: '', kind: '', by: '', from: '', until: '' }

interface StatusTabsProps {
  selected: UserTabId | typeof KEYS_TAB.id | typeof AUDIT_TAB.id
  hasKeys: boolean
  hasAudit: boolean
  panelId: string
  set: SetParams
}

/** The users by status, and everyone's API keys, each with its number; and the audit log. */
export function StatusTabs({ selected, hasKeys, hasAudit, panelId, set }: StatusTabsProps) {
  const keys = useStore($allKeys)
  const counts = useStore($statusCounts)
  const countIn = (statuses: (typeof userTabs)[number]['statuses']): number =>
    statuses.reduce((sum, status) => sum + (counts?.get(status) ?? 0), 0)
  const ofUsers = userTabs.map(({ id, label, statuses }) => {
    const count = countIn(statuses)
    return {
      id,
      label,
      ...(counts && {
        extra:
          id === 'waiting' && count > 0 ? <Pill tone="warn">{formatCount(count)}</Pill> : formatCount(count)
      })
    }
  })
  const ofKeys = {
    id: KEYS_TAB.id,
    label: KEYS_TAB.label,
    ...(keys.state === 'ready' && { extra: formatCount(keys.value.total) })
  }
  return (
    <Tabs<StatusTabsProps['selected']>
      label="Users by status"
      className="mb-3 flex-wrap"
      panelId={panelId}
      selected={selected}
      onSelect={tab => set({ ...OWN_PARAMS, tab: tab === 'waiting' ? '' : tab }, { isStep: true })}
      tabs={[...ofUsers, ...(hasKeys ? [ofKeys] : []), ...(hasAudit ? [AUDIT_TAB] : [])]}
    />
  )
}
