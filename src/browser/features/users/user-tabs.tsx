import { useStore } from '@nanostores/react'
import { $allKeys } from '#browser/api-keys/api-keys.ts'
import { Pill } from '#browser/ui/pill.tsx'
import { Tabs } from '#browser/ui/tabs.tsx'
import { formatCount } from '#lib/format.ts'
import { userTabs, type SetParams, type UserTabId } from './user-query.ts'
import { $statusCounts } from './users.ts'

/** The tab that lists no users. */
export const KEYS_TAB = { id: 'keys', label: 'API keys' } as const

interface StatusTabsProps {
  selected: UserTabId | typeof KEYS_TAB.id
  hasKeys: boolean
  panelId: string
  set: SetParams
}

/** The users by status, and everyone's API keys, each with its number. */
export function StatusTabs({ selected, hasKeys, panelId, set }: StatusTabsProps) {
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
    ...KEYS_TAB,
    ...(keys.state === 'ready' && { extra: formatCount(keys.value.total) })
  }
  return (
    <Tabs
      label="Users by status"
      className="mb-3 flex-wrap"
      panelId={panelId}
      selected={selected}
      onSelect={tab => set({ tab: tab === 'waiting' ? '' : tab, sort: '' }, { isStep: true })}
      tabs={hasKeys ? [...ofUsers, ofKeys] : ofUsers}
    />
  )
}
