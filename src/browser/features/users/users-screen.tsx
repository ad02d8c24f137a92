import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { useOffered } from '#browser/api/offered.ts'
import { Button, IconButton } from '#browser/ui/button.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { Late } from '#browser/ui/late.tsx'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { Pager } from '#browser/ui/pager.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { Tabs } from '#browser/ui/tabs.tsx'
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
  userTabs,
  type SetParams,
  type UserQuery,
  USERS_PER_PAGE
} from './user-query.ts'
import { UsersTable } from './user-table.tsx'
import { $statusCounts, $users, loadUsers, reloadUsers, resetUsers } from './users.ts'

/** The debounce of the search, in milliseconds (product 18). */
const USER_SEARCH_DEBOUNCE_MS = 250
const USERS_PANEL = 'users-panel'
/** Parameters that belong to one tab. */
const OWN_PARAMS = { sort: '', kind: '', by: '', from: '', until: '' }

const AUDIT_TAB = 'audit'
const auditView = chunk(() => import('./audit-view.tsx'))

export default function UsersScreen() {
  const [params, setParams] = useSearchParams()
  const query = readQuery(params)
  const isAudit = useOffered(listAuditEvents) && params.get('tab') === AUDIT_TAB
  const key = JSON.stringify(query)
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
      <UsersHead query={query} isAudit={isAudit} />
      <StatusTabs selected={isAudit ? AUDIT_TAB : query.tab} set={set} />
      {isAudit ? (
        <div id={USERS_PANEL} role="tabpanel" aria-label="Audit log">
          <Late code={auditView}>
            {({ AuditView }) => <AuditView params={params} page={query.page} set={set} />}
          </Late>
        </div>
      ) : (
        <div id={USERS_PANEL} role="tabpanel" aria-label={tabOf(query.tab).label}>
          <UserFilters query={query} set={set} />
          <PendingDecisions />
          <UsersContent query={query} set={set} />
        </div>
      )}
    </div>
  )
}

function UsersHead({ query, isAudit }: { query: UserQuery; isAudit: boolean }) {
  const users = useStore($users)
  return (
    <header className="mb-3 flex flex-wrap items-end justify-between gap-3">
      <div className="min-h-13">
        <h1>Users</h1>
        {isAudit && <p className="mt-0.5 text-ink-3">Entries are added and never changed or removed.</p>}
        {!isAudit && users.state === 'ready' && (
          <p className="mt-0.5 text-ink-3">{userCountText(query, users.value)}</p>
        )}
      </div>
      <Button kind={query.tab === 'waiting' ? 'plain' : 'main'} icon={Plus} onClick={openInvite}>
        Invite
      </Button>
    </header>
  )
}

function StatusTabs({ selected, set }: { selected: UserQuery['tab'] | typeof AUDIT_TAB; set: SetParams }) {
  const hasAudit = useOffered(listAuditEvents)
  const counts = useStore($statusCounts)
  const countIn = (statuses: (typeof userTabs)[number]['statuses']): number =>
    statuses.reduce((sum, status) => sum + (counts?.get(status) ?? 0), 0)
  return (
    <Tabs<typeof selected>
      label="Users by status"
      className="mb-3 flex-wrap"
      panelId={USERS_PANEL}
      selected={selected}
      onSelect={tab => set({ ...OWN_PARAMS, tab: tab === 'waiting' ? '' : tab }, { isStep: true })}
      tabs={[
        ...userTabs.map(({ id, label, statuses }) => {
          const count = countIn(statuses)
          return {
            id,
            label,
            ...(counts && {
              extra:
                id === 'waiting' && count > 0 ? (
                  <Pill tone="warn">{formatCount(count)}</Pill>
                ) : (
                  formatCount(count)
                )
            })
          }
        }),
        ...(hasAudit ? [{ id: AUDIT_TAB, label: 'Audit log' } as const] : [])
      ]}
    />
  )
}

function UsersContent({ query, set }: { query: UserQuery; set: SetParams }) {
  const users = useStore($users)
  if (users.state === 'loading')
    return (
      <div className="card p-4">
        <SkeletonLines lines={8} label="Loading users" />
      </div>
    )
  if (users.state === 'failed')
    return (
      <div className="card">
        <FailureNotice what="The users" failure={users} onRetry={reloadUsers} />
      </div>
    )
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
          onPage={page => set({ page: page === 1 ? '' : String(page) }, { isStep: true })}
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
