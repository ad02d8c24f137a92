import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { DownloadIcon } from '#browser/ui/icons/icon-paths.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Pager } from '#browser/ui/pager.tsx'
import { Pick } from '#browser/ui/pick.tsx'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import { AuditKind } from '#contract/audit-kinds.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import { countOf, formatFullDay, formatTime } from '#lib/format.ts'
import { groupBy } from '#lib/group-by.ts'
import { failureText } from '#lib/text/offline-text.ts'
import {
  $auditLog,
  EVENTS_PER_PAGE,
  exportAuditLog,
  loadAuditLog,
  NO_AUDIT_FILTER,
  readAuditFilter,
  type AuditFilter
} from './audit-log.ts'
import { auditActor, auditChange, auditKindNames, auditSubject } from './audit-texts.ts'
import type { SetParams } from './user-query.ts'

interface AuditViewProps {
  params: URLSearchParams
  page: number
  set: SetParams
}

/** The entries of the audit log, newest first, with filters. */
export function AuditView({ params, page, set }: AuditViewProps) {
  const loaded = useStore($auditLog)
  const filter = readAuditFilter(params)
  const { kind, actorId, from, until } = filter
  const load = () => void loadAuditLog({ kind, actorId, from, until }, page)
  useEffect(load, [kind, actorId, from, until, page])
  if (loaded.state !== 'ready')
    return <NotReady of={loaded} what="The audit log" lines={8} onRetry={load} className="card p-4" />
  const { audit_events: events, total, actors } = loaded.value
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Pick
          label="Action"
          selected={kind}
          onSelect={id => set({ kind: id })}
          options={[
            { id: '', name: 'All' },
            ...AuditKind.options.map(id => ({ id, name: auditKindNames[id] }))
          ]}
        />
        <Pick
          label="By"
          selected={actorId}
          onSelect={id => set({ by: id === 0 ? '' : String(id) })}
          options={[
            { id: 0, name: 'All' },
            ...actors.map(({ user_id, full_name }) => ({ id: user_id, name: full_name }))
          ]}
        />
        <AuditDay label="From" value={from} onChange={day => set({ from: day })} />
        <AuditDay label="To" value={until} onChange={day => set({ until: day })} />
        {total > 0 && (
          <Button size="s" icon={DownloadIcon} className="ml-auto" onClick={() => saveLog(filter)}>
            Export {countOf(total, 'entry', 'entries')}
          </Button>
        )}
      </div>
      <div className={`card overflow-clip ${loaded.stale ? 'opacity-60' : ''}`}>
        {events.length === 0 ? (
          <EmptyNotice
            title="No entries"
            text="Decisions about users, acceptance, corrections, publications, imports and downloads are recorded."
            action={
              (page > 1 || actorId !== 0 || `${kind}${from}${until}` !== '') && (
                <Button size="s" onClick={() => set(NO_AUDIT_FILTER)}>
                  Show all
                </Button>
              )
            }
          />
        ) : (
          <>
            <AuditTable events={events} />
            <Pager
              page={page}
              pageSize={EVENTS_PER_PAGE}
              total={total}
              role="status"
              className="px-4 py-2"
              onPage={next => set({ page: next === 1 ? '' : String(next) }, { isStep: true })}
            />
          </>
        )}
      </div>
    </>
  )
}

async function saveLog(filter: AuditFilter): Promise<void> {
  const saved = await exportAuditLog(filter)
  if (!saved.ok) showToast({ text: failureText(saved.error), status: 'error' })
}

interface AuditDayProps {
  label: string
  value: string
  onChange: (day: string) => void
}

const AuditDay = ({ label, value, onChange }: AuditDayProps) => (
  <label className="flex items-center gap-2 text-small text-ink-3">
    {label}
    <input
      type="date"
      className="input h-7! w-36! text-small!"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  </label>
)

/** Below each other in small windows. */
const ACT_COLUMNS = 'grid gap-x-4 md:grid-cols-[13rem_minmax(0,1fr)_minmax(0,16rem)]'

const AuditTable = ({ events }: { events: readonly AuditEvent[] }) => (
  <table className="w-full text-small">
    <caption className="sr-only">Audit log</caption>
    <thead>
      <tr>
        <HeadCell>Time</HeadCell>
        <HeadCell>By</HeadCell>
        <HeadCell>
          <div className={ACT_COLUMNS}>
            <span>Action</span>
            <span className="max-md:sr-only">About</span>
            <span className="max-md:sr-only">Change</span>
          </div>
        </HeadCell>
      </tr>
    </thead>
    {[...groupBy(events, event => formatFullDay(event.happened_at))].map(([day, own]) => (
      <tbody key={day}>
        <tr>
          <th scope="rowgroup" colSpan={3} className="table-cell bg-surface-hover text-left font-medium">
            {day}
          </th>
        </tr>
        {own.map(event => (
          <tr key={event.audit_event_id} className="align-top">
            <td className="table-cell text-ink-2 tabular-nums">{formatTime(event.happened_at)}</td>
            <td className="table-cell font-medium">{auditActor(event)}</td>
            <td className="table-cell">
              <AuditActText event={event} />
            </td>
          </tr>
        ))}
      </tbody>
    ))}
  </table>
)

const AuditActText = ({ event }: { event: AuditEvent }) => (
  <div className={ACT_COLUMNS}>
    <span className="font-medium">{auditKindNames[event.event_kind]}</span>
    <span className="break-words">{auditSubject(event)}</span>
    <span className="text-ink-2 break-words">{auditChange(event)}</span>
  </div>
)
