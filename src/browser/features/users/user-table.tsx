import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $session } from '#browser/stores/session.ts'
import { HeadCell, sortDirection, SortHead } from '#browser/ui/sort-head.tsx'
import type { User, UserSort } from '#contract/users.ts'
import { selectIds } from '#lib/group-by.ts'
import { UserSelectionBar } from './selection-bar.tsx'
import type { UserTabId, UserQuery } from './user-query.ts'
import { UserRow } from './user-row.tsx'
import { protectionOf } from './user-rules.ts'

interface UserTableProps {
  users: readonly User[]
  query: UserQuery
  isStale: boolean
  onSort: (by: UserSort) => void
}

/** The last column of each tab. */
const tabMoments: Record<UserTabId, { label: string; sort: UserSort }> = {
  waiting: { label: 'Requested', sort: 'created' },
  active: { label: 'Last login', sort: 'last_login' },
  invited: { label: 'Invited', sort: 'created' },
  suspended: { label: 'Last login', sort: 'last_login' },
  other: { label: 'Requested', sort: 'created' }
}

export function UsersTable({ users, query, isStale, onSort }: UserTableProps) {
  const me = useStore($session).user?.details
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const isSelectable = query.tab === 'waiting'
  const selectable = users.filter(user => me && protectionOf(user, me) === null)
  // Users who are on another page or were already decided on are removed from the selection.
  const chosen = isSelectable ? selectable.filter(({ user_id }) => selected.has(user_id)) : []
  const select = (ids: readonly number[], isOn: boolean) => setSelected(selectIds(selected, ids, isOn))
  return (
    <>
      {chosen.length > 0 && (
        <UserSelectionBar
          chosen={chosen}
          isAll={chosen.length === selectable.length}
          onAll={isOn =>
            select(
              selectable.map(({ user_id }) => user_id),
              isOn
            )
          }
          onClear={() => setSelected(new Set())}
        />
      )}
      <table className={`w-full ${isStale ? 'opacity-60' : ''}`} aria-busy={isStale || undefined}>
        <caption className="sr-only">Users</caption>
        <TableHead query={query} isSelectable={isSelectable} onSort={onSort} />
        <tbody>
          {users.map(user => (
            <UserRow
              key={user.user_id}
              user={user}
              tab={query.tab}
              selection={
                isSelectable
                  ? {
                      isSelected: chosen.includes(user),
                      onSelect: isOn => select([user.user_id], isOn)
                    }
                  : null
              }
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

function TableHead({
  query: { tab, order },
  isSelectable,
  onSort
}: {
  query: UserQuery
  isSelectable: boolean
  onSort: (by: UserSort) => void
}) {
  const moment = tabMoments[tab]
  const wide = 'max-md:hidden'
  const head = (by: UserSort, label: string, className = '') => (
    <SortHead
      direction={order.by === by ? sortDirection(order.isDescending) : null}
      onSort={() => onSort(by)}
      className={className}
    >
      {label}
    </SortHead>
  )
  return (
    <thead>
      <tr>
        {isSelectable && (
          <HeadCell className="w-8">
            <span className="sr-only">Select</span>
          </HeadCell>
        )}
        {head('name', 'Name')}
        <HeadCell className="max-lg:hidden">Email</HeadCell>
        {head('organisation', 'Organisation', wide)}
        <HeadCell className={wide}>Role</HeadCell>
        <HeadCell className={wide}>{tab === 'other' ? 'Status' : 'Two-factor'}</HeadCell>
        {head(moment.sort, moment.label, wide)}
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </tr>
    </thead>
  )
}
