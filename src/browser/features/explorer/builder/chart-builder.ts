// The chart being built: loading, editing, saving, and conflicts with other admins' changes.

import { loadableStore } from '#browser/api/cache/loadable.ts'
import { call } from '#browser/api/call.ts'
import { createChart, deleteChart, updateChart } from '#contract/chart-builder.ts'
import { createChartGroupMemberships } from '#contract/chart-groups.ts'
import { listChartParameters } from '#contract/chart-parameters.ts'
import { getChart, getMetaData, type Chart } from '#contract/charts.ts'
import { err, mapResult, ok, type Result } from '#lib/result.ts'
import {
  versionBody,
  changedFields,
  storedDraft,
  EMPTY_DRAFT,
  mergeDrafts,
  type ChartDraft,
  type DraftField,
  type StoredChart
} from './draft/chart-draft.ts'
import { draftErrors, errorOfRefusal, type DraftErrors } from './draft/draft-errors.ts'
import { readDraft, removeDraft, storeDraft, type DraftKey } from './draft/draft-store.ts'

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
  const stored = readDraft(key)
  const draft = like ?? stored?.draft ?? EMPTY_DRAFT
  $builder.settle(String(key.chart), ok({ key, chart: null, base: EMPTY_DRAFT, draft, ...clean }))
  if (like) keepDraft()
}

/** Opens a stored chart, with the unsaved changes of its draft. */
export async function openChart(key: DraftKey & { chart: number }): Promise<void> {
  $builder.reset()
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
  const kept = readDraft(key)
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

/** The chart's version is read first: everything read after it is of this version or a newer one, so that a save overwrites nothing unseen. */
async function loadStored(chartId: number): Promise<Result<StoredChart>> {
  const chart = await call(getChart, { params: { id: chartId } })
  if (!chart.ok) return chart
  const [metaData, parameters] = await Promise.all([
    call(getMetaData, { query: { chart_id: chartId } }),
    call(listChartParameters, { query: { chart_id: chartId } })
  ])
  if (!metaData.ok) return metaData
  if (!parameters.ok) return parameters
  return ok({
    chart: chart.value,
    metaData: metaData.value,
    parameters: parameters.value.chart_parameters
  })
}

/** Edits the draft. */
export function edit(part: Partial<ChartDraft>): void {
  const builder = current()
  if (!builder) return
  const fields = new Set(Object.keys(part))
  const refusals = Object.fromEntries(
    Object.entries(builder.refusals).filter(([field]) => !fields.has(field.split('.')[0] ?? ''))
  )
  changeBuilder(builder.key, { draft: { ...builder.draft, ...part }, refusals, message: '' })
  keepDraft()
}

function keepDraft(): void {
  const builder = current()
  if (!builder) return
  const { key, base, draft, chart } = builder
  if (isDirty(builder)) storeDraft(key, { version: chart?.version ?? 0, base, draft })
  else removeDraft(key)
}

export function discard(): void {
  const builder = current()
  if (!builder) return
  removeDraft(builder.key)
  changeBuilder(builder.key, { draft: builder.base, ...clean, theirs: builder.theirs })
}

/** Detects that another version is stored, and loads it. */
export async function noticeVersion(version: number): Promise<void> {
  const builder = current()
  if (!builder?.chart || builder.isSaving || builder.chart.version === version) return
  if (builder.theirs?.chart.version === version) return
  const result = await loadStored(builder.chart.chart_id)
  if (result.ok) noticeStored(builder.key, result.value)
}

function noticeStored(key: DraftKey, stored: StoredChart): void {
  const builder = current()
  if (builder?.key !== key || stored.chart.version === builder.chart?.version) return
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

export interface Placement {
  projectId: number
  collectionId: number
  chartGroupId: number
  displayOrder: number
}

/** Saves everything as one version, and adds a new chart to its group. */
export async function saveChart(placement: Placement | null): Promise<Result<Chart>> {
  const builder = current()
  if (!builder || builder.isSaving) return err('')
  const { key, chart, draft } = builder
  if (Object.keys(draftErrors(draft)).length > 0) {
    changeBuilder(key, { isChecked: true })
    return err('Check the marked fields.')
  }
  changeBuilder(key, { isSaving: true, message: '', refusals: {} })
  const result = chart
    ? await call(updateChart, {
        params: { id: chart.chart_id },
        body: { version: chart.version, ...versionBody(draft) }
      })
    : await create(draft, placement)
  changeBuilder(key, { isSaving: false })
  if (!result.ok) {
    await showSaveRefusal(key, draft, result.error)
    return result
  }
  // Edits made during the save stay unsaved.
  changeBuilder(key, { chart: result.value, base: draft })
  if (chart) keepDraft()
  else removeDraft(key)
  return result
}

async function create(draft: ChartDraft, placement: Placement | null): Promise<Result<Chart>> {
  if (!placement) return err('The group of this chart is not known. Load the page again.')
  const { projectId, collectionId, chartGroupId, displayOrder } = placement
  const made = await call(createChart, {
    body: { project_id: projectId, collection_id: collectionId, ...versionBody(draft) }
  })
  if (!made.ok) return made
  const memberships = [
    { chart_group_id: chartGroupId, chart_id: made.value.chart_id, display_order: displayOrder }
  ]
  const placed = await call(createChartGroupMemberships, { body: { memberships } })
  // A chart without a group could not be found again.
  if (!placed.ok) await call(deleteChart, { params: { id: made.value.chart_id } })
  return placed.ok ? made : placed
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
