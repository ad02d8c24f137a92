import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { loadAllKeys } from '#browser/api-keys/api-keys.ts'
import { useOffered } from '#browser/api/offered.ts'
import { Button, IconButton } from '#browser/ui/button.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { Late } from '#browser/ui/late.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Pager } from '#browser/ui/pager.tsx'
import { listApiKeys } from '#contract/api-keys.ts'
import { listAuditEvents } from '#contract/audit-log.ts'
import { chunk } from '#lib/chunk.ts'
import { formatCount } from '#lib/format.ts'
import { openInvite } from './person-dialogs.tsx'
import { $pendingDecisions } from './user-actions.ts'
import { UserFilters } from './user-filters.tsx'
import { emptyTitles, userCountText, userFullName } from './user-labels.ts'
import {
  changedParams,
  isFiltered,
  orderAfter,
  userOrderText,
  readQuery,
  tabOf,
  type SetParams,
  type UserQuery,
  USERS_PER_PAGE
} from './user-query.ts'
import { UsersTable } from './user-table.tsx'
import { AUDIT_TAB, KEYS_TAB, StatusTabs } from './user-tabs.tsx'
import { $users, loadUsers, reloadUsers, resetUsers } from './users.ts'

/** The debounce of the search, in milliseconds (product 18). */
const USER_SEARCH_DEBOUNCE_MS = 250
const USERS_PANEL = 'users-panel'
const keysPanel = chunk(() => import('./keys-panel.tsx'))
const auditView = chunk(() => import('./audit-view.tsx'))

export default function UsersScreen() {
  const [params, setParams] = useSearchParams()
  const query = readQuery(params)
  const key = JSON.stringify(query)
  const hasKeys = useOffered(listApiKeys)
  const isKeys = hasKeys && params.get('tab') === KEYS_TAB.id
  const hasAudit = useOffered(listAuditEvents)
  const isAudit = hasAudit && params.get('tab') === AUDIT_TAB.id
  const other = isKeys ? KEYS_TAB : isAudit ? AUDIT_TAB : null
  const keysPage = isKeys ? query.page : 1
  // On every tab, because the tab of keys shows their number.
  useEffect(() => void loadAllKeys(keysPage), [keysPage])
  useEffect(() => {
    const wait = $users.get().state === 'ready' ? USER_SEARCH_DEBOUNCE_MS : 0
    const timer = setTimeout(() => void loadUsers(JSON.parse(key) as UserQuery), query.text === '' ? 0 : wait)
    return () => clearTimeout(timer)
    // The query as text, because the object is a new one each time.
  }, [key, query.text])
  useEffect(
    () => () => {
      resetUsers()
      $pendingDecisions.set([])
    },
    []
  )
  // Tabs and pages are history entries; what is typed is not.
  const set: SetParams = (changes, how = { isStep: false }) =>
    setParams(present => changedParams(present, changes), { replace: !how.isStep })
  return (
    <div className="page">
      <UsersHead query={query} text={other?.text ?? null} />
      <StatusTabs
        selected={other?.id ?? query.tab}
        hasKeys={hasKeys}
        hasAudit={hasAudit}
        panelId={USERS_PANEL}
        set={set}
      />
      <div id={USERS_PANEL} role="tabpanel" aria-label={(other ?? tabOf(query.tab)).label}>
        {isKeys ? (
          <Late key={KEYS_TAB.id} code={keysPanel}>
            {({ KeysPanel }) => (
              <KeysPanel page={query.page} onPage={page => set(pageParam(page), { isStep: true })} />
            )}
          </Late>
        ) : isAudit ? (
          <Late key={AUDIT_TAB.id} code={auditView}>
            {({ AuditView }) => <AuditView params={params} page={query.page} set={set} />}
          </Late>
        ) : (
          <>
            <UserFilters query={query} set={set} />
            <PendingDecisions />
            <UsersContent query={query} set={set} />
          </>
        )}
      </div>
    </div>
  )
}

const pageParam = (page: number) => ({ page: page === 1 ? '' : String(page) })

/** `text` says what a tab without users is about. */
function UsersHead({ query, text }: { query: UserQuery; text: string | null }) {
  const users = useStore($users)
  const counted = users.state === 'ready' && userCountText(query, users.value)
  const said = text ?? counted
  return (
    <header className="mb-3 flex flex-wrap items-end justify-between gap-3">
      <div className="min-h-13">
        <h1>Users</h1>
        {said && <p className="mt-0.5 text-ink-3">{said}</p>}
      </div>
      <Button kind={query.tab === 'waiting' ? 'plain' : 'main'} icon={Plus} onClick={openInvite}>
        Invite
      </Button>
    </header>
  )
}

function UsersContent({ query, set }: { query: UserQuery; set: SetParams }) {
  const users = useStore($users)
  if (users.state !== 'ready')
    return <NotReady of={users} what="The users" lines={8} onRetry={reloadUsers} className="card p-4" />
  const { users: rows, total } = users.value
  if (rows.length === 0)
    return (
      <div className="card">
        <NoUsers query={query} total={total} set={set} />
      </div>
    )
  return (
    <>
      <div className="card overflow-clip">
        <UsersTable
          key={`${query.tab} ${query.page}`}
          users={rows}
          query={query}
          isStale={users.stale === true}
          onSort={by => set({ sort: userOrderText(orderAfter(query.order, by)) })}
        />
        <Pager
          page={query.page}
          pageSize={USERS_PER_PAGE}
          total={total}
          role="status"
          className="px-4 py-2"
          onPage={page => set(pageParam(page), { isStep: true })}
        />
      </div>
      {query.tab === 'waiting' && (
        <p className="mt-2 text-small text-ink-3">
          People you approve get an email and can log in at once. People you reject get an email with your
          reason.
        </p>
      )}
    </>
  )
}

function NoUsers({ query, total, set }: { query: UserQuery; total: number; set: SetParams }) {
  if (total > 0)
    return (
      <EmptyNotice
        title="Page not found"
        text={`The list ends before page ${formatCount(query.page)}.`}
        action={
          <Button size="s" onClick={() => set({ page: '' })}>
            First page
          </Button>
        }
      />
    )
  if (isFiltered(query))
    return (
      <EmptyNotice
        title="No users match"
        text="Every word must be in a name or an email address. The counts above show matches in other tabs."
        action={
          <Button size="s" onClick={() => set({ q: '', organisation: '', role: '' })}>
            Clear search and filters
          </Button>
        }
      />
    )
  return <EmptyNotice title={emptyTitles[query.tab]} />
}

/** Users that the last decision could not be made for, each with the reason. */
function PendingDecisions() {
  const undecided = useStore($pendingDecisions)
  if (undecided.length === 0) return null
  return (
    <section
      role="alert"
      aria-label="Not decided"
      className="card mb-3 flex items-start gap-2 border-l-4 border-l-warn py-2 pr-2 pl-4 text-small"
    >
      <ul className="min-w-0 flex-1">
        {undecided.map(({ user, reason }) => (
          <li key={user.user_id} className="py-0.5">
            <span className="font-medium">{userFullName(user)}</span> {reason}
          </li>
        ))}
      </ul>
      <IconButton icon={X} label="Close" size="s" onClick={() => $pendingDecisions.set([])} />
    </section>
  )
}
