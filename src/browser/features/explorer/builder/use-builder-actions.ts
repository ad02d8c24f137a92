import { navigate } from 'wouter/use-browser-location'
import { rememberOrigin, toastOutcome } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { saveChart, setActive, type ChartBuilder } from './chart-builder.ts'
import type { ChartDraft } from './draft/chart-draft.ts'
import { explainRestoring } from './draft/draft-errors.ts'
import { chartDraftKey, chartDrafts } from './draft/draft-store.ts'
import {
  $placements,
  nextDisplayOrder,
  reloadPlacements,
  restoredText,
  whyHidden,
  type PlacedGroup,
  type Placements
} from './placement/placement.ts'
import type { Placement } from './stored-chart.ts'

/** The draft of a copy, passed from one chart's builder to the copy's. */
let copied: ChartDraft | null = null

export function takeCopied(): ChartDraft | undefined {
  const draft = copied
  copied = null
  return draft ?? undefined
}

/** Waits for the groups; null if they cannot be loaded. */
const loadedPlacements = (): Promise<Placements | null> =>
  new Promise(resolve => {
    let stop = (): void => undefined
    stop = $placements.subscribe(placements => {
      if (placements.state === 'loading') return
      resolve(placements.state === 'ready' ? placements.value : null)
      queueMicrotask(() => stop())
    })
  })

/** The actions of the builder's buttons, and their messages. */
export function useBuilderActions(
  { chart, draft, key }: ChartBuilder,
  findGroup: (placements: Placements) => PlacedGroup | undefined,
  groupName: string,
  detail: (chartId?: number, isEdited?: boolean) => string
) {
  const placementOfNew = async (): Promise<Placement | null> => {
    const placements = await loadedPlacements()
    const group = placements ? findGroup(placements) : undefined
    if (!placements || !group) return null
    const { collection_id: collectionId, chart_group_id: chartGroupId } = group
    const displayOrder = nextDisplayOrder(placements, chartGroupId)
    return { projectId: key.projectId, collectionId, chartGroupId, displayOrder }
  }

  const saveAll = async () => {
    const origin = rememberOrigin()
    const result = await saveChart(key, chart ? null : await placementOfNew())
    if (!result.ok) return
    // A new chart is in its group.
    const why = chart ? whyHidden(result.value) : null
    const text = `${result.value.chart_name} is saved. ${why ?? 'Members see it now.'}`
    showToast({ text, status: 'success' })
    if (chart) return
    await reloadPlacements()
    if (origin.isOnScreen()) navigate(detail(result.value.chart_id, true), { replace: true })
  }

  const toggleRetired = async () => {
    if (!chart) return
    const result = await setActive(!chart.is_active)
    const text = chart.is_active
      ? `${chart.chart_name} is retired. Members no longer see it; Restore shows it again.`
      : restoredText(chart)
    toastOutcome(explainRestoring(result), text)
    if (result.ok) void reloadPlacements()
  }

  const duplicate = () => {
    copied = { ...draft, chart_name: `Copy of ${draft.chart_name}` }
    chartDrafts.remove(chartDraftKey({ ...key, chart: groupName }))
    navigate(detail())
  }

  return { saveAll, toggleRetired, duplicate }
}
