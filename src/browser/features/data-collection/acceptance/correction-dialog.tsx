import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import type { Loadable } from '#browser/api/cache/cache.ts'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { SelectInput } from '#browser/forms/select-input.tsx'
import { TextArea } from '#browser/forms/text-area.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { $acceptances, loadAcceptances } from '#browser/stores/collection/acceptances.ts'
import type { CollectionProgress } from '#browser/stores/collection/collection-progress.ts'
import { $correctionPlan, openForCorrections } from '#browser/stores/collection/correction-windows.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import type { Acceptance } from '#contract/acceptances.ts'
import { WindowKind } from '#contract/correction-windows.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { windowMoment } from '#domain/projects/window-days.ts'
import { formatCount } from '#lib/format.ts'
import { err } from '#lib/result.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { dayIn, timeZone } from '#lib/time/time-zone.ts'
import { QueriedCells } from './queried-cells.tsx'
import { windowKindWords } from './windows-dialog.tsx'

interface CorrectionDialogProps {
  period: ProjectPeriod
  sections: CollectionProgress['section_list']
  organisationIds: readonly number[]
  onOpened: () => void
}

/** Opens closed questionnaires, or one section of each, for the selected organisations. */
export function CorrectionDialog(props: CorrectionDialogProps) {
  const { period } = props
  const loaded = useStore($acceptances)
  const load = () => void loadAcceptances(period)
  useEffect(load, [period])
  if (loaded.state !== 'ready')
    return <NotReady of={loaded} what="The questionnaires" lines={6} onRetry={load} />
  const chosen = new Set(props.organisationIds)
  const rows = loaded.value.acceptances.filter(({ organisation_id }) => chosen.has(organisation_id))
  return <CorrectionForm {...props} rows={rows} />
}

/** '3' is a whole questionnaire, '3/7' one of its sections. */
function partOptions(rows: readonly Acceptance[], sections: CollectionProgress['section_list']) {
  const names = new Map(rows.map(row => [row.questionnaire_id, row.questionnaire_name]))
  return [...names].flatMap(([id, name]) => [
    { id: String(id), name },
    ...sections
      .filter(({ questionnaire_id }) => questionnaire_id === id)
      .map(({ section_id, section_name }) => ({
        id: `${id}/${section_id}`,
        name: `${name}: ${section_name}`
      }))
  ])
}

/** Whether the newest list of what would be opened is shown. */
const isPlanNew = <T,>(plan: Loadable<T>): plan is Extract<Loadable<T>, { state: 'ready' }> =>
  plan.state === 'ready' && plan.stale !== true

function CorrectionForm({
  period,
  rows,
  sections,
  onOpened
}: CorrectionDialogProps & { rows: readonly Acceptance[] }) {
  const parts = partOptions(rows, sections)
  const [form] = useState(() =>
    createForm({
      part: { label: 'Open', initial: parts[0]?.id ?? '', rules: [required] },
      kind: { label: 'What members can do', initial: 'change' },
      day: { label: 'Last day', rules: [required] },
      reason: { label: 'Reason', rules: [required] }
    })
  )
  const { values } = useStore(form.$state)
  const [questionnaireId = 0, sectionId = null] = (values['part'] ?? '').split('/').map(Number)
  const meant = rows.filter(row => row.questionnaire_id === questionnaireId)
  const part = useMemo(() => {
    const open = rows.filter(
      row => row.questionnaire_id === questionnaireId && row.acceptance_state !== 'accepted'
    )
    const submission_ids = open.map(({ submission_id }) => submission_id)
    return { submission_ids, questionnaire_id: questionnaireId, section_id: sectionId }
  }, [rows, questionnaireId, sectionId])
  const plan = useStore($correctionPlan)
  const isCells = values['kind'] === 'cells'
  const listed = isPlanNew(plan) ? plan.value.submission_count : null
  const count = isCells ? listed : part.submission_ids.length
  const opening = count === null ? 'Open' : `Open for ${countOfSubmissions(count)}`
  return (
    <DialogForm
      form={form}
      verb={opening}
      send={async ({ kind, day, reason }) =>
        kind === 'cells' && !isPlanNew($correctionPlan.get())
          ? err('The answers with queries have not loaded yet, so nothing was opened. Try again.')
          : openForCorrections(period, {
              ...part,
              window_kind: WindowKind.options.find(one => one === kind) ?? 'change',
              open_until: windowMoment('closes', day, timeZone()).toISOString(),
              reason_text: reason
            })
      }
      onDone={() => {
        onOpened()
        showToast({ text: `${opening}.`, status: 'success' })
      }}
    >
      <SelectInput form={form} name="part" options={parts} autoFocus />
      <SelectInput
        form={form}
        name="kind"
        options={WindowKind.options.map(kind => ({ id: kind, name: windowKindWords[kind] }))}
      />
      {isCells && <QueriedCells period={period} part={part} />}
      <TextInput
        form={form}
        name="day"
        type="date"
        min={dayIn(presentTime(), timeZone())}
        hint="Open until the end of this day, by the server’s clock."
      />
      <TextArea form={form} name="reason" maxLength={1000} />
      {meant.length > part.submission_ids.length && (
        <p className="text-small text-ink-2">
          {formatCount(meant.length - part.submission_ids.length)} accepted, so not opened: revoke the
          acceptance first.
        </p>
      )}
    </DialogForm>
  )
}
