import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { TextArea } from '#browser/forms/text-area.tsx'
import {
  $acceptances,
  accept,
  acceptanceCount,
  loadAcceptances,
  reloadAcceptances,
  revoke
} from '#browser/stores/collection/acceptances.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { openModal } from '#browser/stores/modals.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { OutdatedNotice } from '#browser/ui/outdated-notice.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { PlainHead } from '#browser/ui/sort-head.tsx'
import type { Acceptance, AcceptanceState } from '#contract/acceptances.ts'
import { acceptanceText } from '#domain/questionnaires/acceptance-text.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { hasEveryWord } from '#lib/text/has-every-word.ts'
import { failureText } from '#lib/text/offline-text.ts'

/** Rows shown at once; searching finds the rest. */
const MAX_SHOWN_ROWS = 200

/** Every questionnaire of every submission: whether it is accepted, and why not. */
export function AcceptanceDialog({ period }: { period: ProjectPeriod }) {
  const loaded = useStore($acceptances)
  const [words, setWords] = useState('')
  const rows = loaded.state === 'ready' ? loaded.value.acceptances : null
  const found = useMemo(() => (rows ?? []).filter(row => matchesWords(row, words)), [rows, words])
  if (loaded.state !== 'ready')
    return <NotReady of={loaded} what="Acceptance" lines={8} onRetry={() => void loadAcceptances(period)} />
  const ready = acceptanceCount(loaded.value, 'ready')
  return (
    <div className="grid gap-4">
      <OutdatedNotice
        of={$acceptances}
        what="The list"
        onRetry={() => reloadAcceptances(period)}
        className=""
      />
      <p className="text-ink-2">
        An accepted questionnaire cannot be changed until you revoke its acceptance and give a reason.
        Comments stay possible.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox label="Organisation or questionnaire" value={words} onChange={setWords} className="w-68" />
        <span className="flex-1" />
        {ready > 0 && (
          <Button kind="main" onClick={() => acceptReady(period)}>
            Accept all {formatCount(ready)} that are ready
          </Button>
        )}
      </div>
      {found.length === 0 ? (
        <EmptyNotice title="No questionnaires match" />
      ) : (
        <AcceptanceTable period={period} rows={found.slice(0, MAX_SHOWN_ROWS)} />
      )}
      {found.length > MAX_SHOWN_ROWS && (
        <p role="status" className="text-tiny text-ink-3">
          {formatCount(MAX_SHOWN_ROWS)} of {formatCount(found.length)} shown. Search for an organisation to
          see the others.
        </p>
      )}
    </div>
  )
}

const matchesWords = (row: Acceptance, words: string): boolean =>
  hasEveryWord(`${row.organisation_name} ${row.submission_name} ${row.questionnaire_name}`, words)

async function acceptReady(period: ProjectPeriod): Promise<void> {
  const result = await accept(period, null)
  showToast(
    result.ok
      ? { text: `${countOf(result.value.accepted_count, 'questionnaire')} accepted.`, status: 'success' }
      : { text: failureText(result.error), status: 'error' }
  )
}

async function acceptOne(period: ProjectPeriod, row: Acceptance): Promise<void> {
  const result = await accept(period, row)
  if (!result.ok) {
    showToast({ text: failureText(result.error), status: 'error' })
    return
  }
  // Someone has changed or accepted it meanwhile: the table shows its state.
  showToast(
    result.value.accepted_count === 1
      ? { text: `${row.submission_name} accepted.`, status: 'success' }
      : { text: `${row.submission_name} has changed and was not accepted.`, status: 'warning' }
  )
}

function AcceptanceTable({ period, rows }: { period: ProjectPeriod; rows: readonly Acceptance[] }) {
  return (
    <div className="table-scroll">
      <table className="w-full text-small">
        <caption className="sr-only">Questionnaires by organisation</caption>
        <PlainHead names={['Organisation', 'Questionnaire', 'State']} />
        <tbody>
          {rows.map(row => (
            <tr key={`${row.submission_id}/${row.questionnaire_id}`}>
              <td className="table-cell">
                <span className="font-medium">{row.organisation_name}</span>, {row.submission_name}
              </td>
              <td className="table-cell">{row.questionnaire_name}</td>
              <td className="table-cell">
                <span className="flex flex-wrap items-center gap-2">
                  <span className="flex-1 basis-28">{acceptanceText(row)}</span>
                  <AcceptanceAction period={period} row={row} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ACCEPTABLE: ReadonlySet<AcceptanceState> = new Set(['ready', 'revoked', 'correcting'])

function AcceptanceAction({ period, row }: { period: ProjectPeriod; row: Acceptance }) {
  const what = `${row.submission_name}, ${row.questionnaire_name}`
  if (ACCEPTABLE.has(row.acceptance_state))
    return (
      <Button
        size="s"
        aria-label={`Accept: ${row.organisation_name}, ${what}`}
        onClick={() => acceptOne(period, row)}
      >
        Accept
      </Button>
    )
  if (row.acceptance_state !== 'accepted') return null
  return (
    <Button
      size="s"
      kind="quiet"
      aria-label={`Revoke…: ${row.organisation_name}, ${what}`}
      onClick={() =>
        openModal({
          component: RevokeDialog,
          size: 'small',
          props: { title: 'Revoke acceptance', period, row }
        })
      }
    >
      Revoke…
    </Button>
  )
}

function RevokeDialog({ period, row }: { period: ProjectPeriod; row: Acceptance }) {
  const [form] = useState(() => createForm({ reason: { label: 'Reason', rules: [required] } }))
  return (
    <DialogForm
      form={form}
      verb="Revoke acceptance"
      send={({ reason }) => revoke(period, row, reason)}
      onDone={() => showToast({ text: 'Acceptance revoked.', status: 'success' })}
    >
      <p className="text-ink-2">
        {row.organisation_name}, {row.submission_name}: {row.questionnaire_name}. Published editions do not
        change. To have answers changed, open it for corrections.
      </p>
      <TextArea form={form} name="reason" maxLength={1000} autoFocus />
    </DialogForm>
  )
}
