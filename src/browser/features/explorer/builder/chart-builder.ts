// The chart being built: loading, editing, saving, and conflicts with other admins' changes.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { changedFields, mergeDrafts } from '#browser/editing/three-way.ts'
import { createUndoHistory, type UndoStep } from '#browser/editing/undo-history.ts'
import { updateChart } from '#contract/chart-builder.ts'
import type { Chart } from '#contract/charts.ts'
import { pickFields } from '#lib/pick-fields.ts'
import { err, mapResult, ok, type Result } from '#lib/result.ts'
import {
  draftParameters,
  fieldLabels,
  storedDraft,
  EMPTY_DRAFT,
  type ChartDraft,
  type DraftField,
  type StoredChart
} from './draft/chart-draft.ts'
import { draftErrors, errorOfRefusal, type DraftErrors } from './draft/draft-errors.ts'
import { chartDraftKey, chartDrafts, type DraftKey } from './draft/draft-store.ts'
import { storeParameters, takesParameters } from './series/store-parameters.ts'
import { createPlacedChart, loadStored, savedBody, type Placement } from './stored-chart.ts'

/** The version that another admin has saved since this draft was started. */
export interface TheirChange {
  draft: ChartDraft
  chart: Chart
  fields: readonly DraftField[]
}

export interface ChartBuilder {
  key: DraftKey
  /** Null for a chart that is not stored yet. */
  chart: Chart | null
  base: ChartDraft
  draft: ChartDraft
  theirs: TheirChange | null
  isSaving: boolean
  /** The server's errors by field, until the field is changed. */
  refusals: DraftErrors
  /** An error that belongs to no field. */
  message: string
  /** Whether errors of untouched fields are shown. */
  isChecked: boolean
}

export const $builder = loadableStore<ChartBuilder>()
/** What was done to the draft since the chart was opened. */
export const chartHistory = createUndoHistory({ joinsTyping: true })

const current = (): ChartBuilder | null => {
  const builder = $builder.get()
  return builder.state === 'ready' ? builder.value : null
}

/** Updates the open builder; a reply for one that was left is ignored. */
const changeBuilder = (key: DraftKey, part: Partial<ChartBuilder>): void =>
  $builder.change(builder => (builder.key === key ? { ...builder, ...part } : builder))

export const isDirty = ({ base, draft }: Pick<ChartBuilder, 'base' | 'draft'>): boolean =>
  changedFields(base, draft).length > 0

export const errorsOf = ({ draft, refusals, isChecked }: ChartBuilder): DraftErrors => ({
  ...(isChecked ? draftErrors(draft) : {}),
  ...refusals
})

const clean = { theirs: null, isSaving: false, refusals: {}, message: '', isChecked: false }

/** Starts a new chart, or restores its draft. `like` makes it a copy of another chart. */
export function openNewChart(key: DraftKey, like?: ChartDraft): void {
  const stored = chartDrafts.read(chartDraftKey(key))
  const draft = like ?? stored?.draft ?? EMPTY_DRAFT
  chartHistory.clear()
  $builder.settle(String(key.chart), ok({ key, chart: null, base: EMPTY_DRAFT, draft, ...clean }))
  if (like) keepDraft()
}

/** Opens a stored chart, with the unsaved changes of its draft. */
export async function openChart(key: DraftKey & { chart: number }): Promise<void> {
  $builder.reset()
  chartHistory.clear()
  let read: StoredChart | null = null
  await $builder.load(String(key.chart), async () =>
    mapResult(await loadStored(key.chart), stored => {
      read = stored
      return openedChart(key, stored)
    })
  )
  if (read) noticeStored(key, read)
}

/** The stored chart, or the draft of an earlier version of it. */
function openedChart(key: DraftKey, stored: StoredChart): ChartBuilder {
  const now = storedDraft(stored)
  const kept = chartDrafts.read(chartDraftKey(key))
  if (!kept || changedFields(kept.base, kept.draft).length === 0)
    return { key, chart: stored.chart, base: now, draft: now, ...clean }
  return {
    key,
    chart: { ...stored.chart, version: kept.version },
    base: kept.base,
    draft: kept.draft,
    ...clean
  }
}

/** Types into the draft. */
export function edit(part: Partial<ChartDraft>): void {
  const builder = current()
  if (!builder) return
  const next = { ...builder.draft, ...part }
  const changed = changedFields(builder.draft, next)
  recordStep(
    builder.draft,
    next,
    `changed ${changed.map(field => fieldLabels[field].toLowerCase()).join(', ')}`
  )
  changeDraft(next)
}

function changeDraft(next: ChartDraft): void {
  const builder = current()
  if (!builder) return
  const changed = new Set<string>(changedFields(builder.draft, next))
  const refusals = Object.fromEntries(
    Object.entries(builder.refusals).filter(([field]) => !changed.has(field.split('.')[0] ?? ''))
  )
  changeBuilder(builder.key, { draft: next, refusals, message: '' })
  keepDraft()
}

function recordStep(before: ChartDraft, after: ChartDraft, words: string): void {
  const fields = changedFields(before, after)
  if (fields.length > 0) chartHistory.record(draftStep(words, pickFields(before, fields)))
}

/** Takes back a change of some fields: what was changed in others since stays. */
function draftStep(words: string, back: Partial<ChartDraft>): UndoStep {
  const revert = async (): Promise<Result<UndoStep>> => {
    const builder = current()
    if (!builder) return err('The chart is no longer open.')
    const forth = pickFields(builder.draft, Object.keys(back) as DraftField[])
    changeDraft({ ...builder.draft, ...back })
    return ok(draftStep(words, forth))
  }
  return { words, revert }
}

function keepDraft(): void {
  const builder = current()
  if (!builder) return
  const { key, base, draft, chart } = builder
  if (isDirty(builder)) chartDrafts.store(chartDraftKey(key), { version: chart?.version ?? 0, base, draft })
  else chartDrafts.remove(chartDraftKey(key))
}

export function discard(): void {
  const builder = current()
  if (!builder) return
  const { key, base, draft, theirs } = builder
  recordStep(draft, base, 'discarded the changes')
  chartDrafts.remove(chartDraftKey(key))
  changeBuilder(key, { draft: base, ...clean, theirs })
}

/** Notices that another version is stored, and loads it; without a version, looks whether there is one. */
export async function noticeVersion(version?: number): Promise<void> {
  const builder = current()
  if (!builder?.chart || builder.isSaving) return
  if (version === (builder.theirs ?? builder).chart?.version) return
  const result = await loadStored(builder.chart.chart_id)
  if (result.ok) noticeStored(builder.key, result.value)
}

function noticeStored(key: DraftKey, stored: StoredChart): void {
  const builder = current()
  // An earlier version was read before a change made here.
  if (builder?.key !== key || stored.chart.version <= (builder.chart?.version ?? 0)) return
  const draft = storedDraft(stored)
  const fields = changedFields(builder.base, draft)
  // No conflict: no field edited here has changed on the server.
  if (fields.length === 0) changeBuilder(key, { chart: stored.chart })
  else changeBuilder(key, { theirs: { draft, chart: stored.chart, fields } })
}

/** Takes the other version and discards the changes made here. */
export function takeTheirs(): void {
  const builder = current()
  if (!builder?.theirs) return
  const { draft, chart } = builder.theirs
  recordStep(builder.draft, draft, 'took their version')
  changeBuilder(builder.key, { base: draft, draft, chart, ...clean })
  keepDraft()
}

/** Keeps the changes made here and merges the rest of the other version: saving then overwrites only fields that both have changed. */
export function keepMine(): void {
  const builder = current()
  if (!builder?.theirs) return
  const { draft, chart } = builder.theirs
  changeBuilder(builder.key, {
    draft: mergeDrafts(builder.base, builder.draft, draft),
    base: draft,
    chart,
    theirs: null
  })
  keepDraft()
}

/** Takes the other version's value of one field. */
export function takeTheirField(field: DraftField): void {
  const theirs = current()?.theirs
  if (theirs) edit({ [field]: theirs.draft[field] })
}

/** Saves everything as one version, unless another chart was opened meanwhile. A new chart is put into its group as well. */
export async function saveChart(key: DraftKey, placement: Placement | null): Promise<Result<Chart>> {
  const builder = current()
  if (!builder || builder.key !== key || builder.isSaving) return err('')
  const { chart, draft } = builder
  if (Object.keys(draftErrors(draft)).length > 0) {
    changeBuilder(key, { isChecked: true })
    return err('Check the marked fields.')
  }
  changeBuilder(key, { isSaving: true, message: '', refusals: {} })
  const result = chart
    ? await call(updateChart, {
        params: { id: chart.chart_id },
        body: { version: chart.version, ...savedBody(draft) }
      })
    : await createPlacedChart(draft, placement)
  const stored =
    result.ok && !takesParameters()
      ? await storeParameters(result.value.chart_id, draftParameters(draft))
      : result
  changeBuilder(key, { isSaving: false })
  if (!stored.ok) {
    // The chart is there without some of its figures: the next save goes on with it.
    if (result.ok) changeBuilder(key, { chart: result.value })
    await showSaveRefusal(key, draft, stored.error)
    return stored
  }
  // What was typed while it was being saved stays, and is not saved yet.
  changeBuilder(key, { chart: stored.value, base: draft })
  if (chart) keepDraft()
  else chartDrafts.remove(chartDraftKey(key))
  return stored
}

async function showSaveRefusal(key: DraftKey, draft: ChartDraft, error: string): Promise<void> {
  const refusals = errorOfRefusal(draft, error)
  const isPlaced = Object.keys(refusals).length > 0
  changeBuilder(key, { refusals, isChecked: true, message: isPlaced ? '' : error })
  const builder = current()
  if (!error.startsWith('version:') || builder?.key !== key || !builder.chart) return
  const stored = await loadStored(builder.chart.chart_id)
  if (!stored.ok) return
  changeBuilder(key, { message: '' })
  noticeStored(key, stored.value)
  if (current()?.theirs === null)
    changeBuilder(key, { message: 'Someone else saved this chart at the same time. Save again.' })
}

/** Retires or restores the chart; unsaved edits are unchanged. */
export async function setActive(isActive: boolean): Promise<Result<Chart>> {
  const builder = current()
  if (!builder?.chart) return err('')
  const result = await call(updateChart, {
    params: { id: builder.chart.chart_id },
    body: { version: builder.chart.version, is_active: isActive }
  })
  if (result.ok) {
    changeBuilder(builder.key, { chart: result.value })
    keepDraft()
  }
  return result
}
