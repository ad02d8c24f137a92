import { useStore } from '@nanostores/react'
import { navigate } from 'wouter/use-browser-location'
import { showToast } from '#stores/toasts.ts'
import { save, setActive, type ChartBuilder, type Placement } from './chart-builder.ts'
import type { ChartDraft } from './chart-draft.ts'
import { removeDraft } from './draft-store.ts'
import { $placements, nextPlace, reloadPlacements, type PlacedGroup } from './placement.ts'

/** What a copy begins with: handed from one chart's builder to the one of the copy. */
let copied: ChartDraft | null = null

export function takeCopied(): ChartDraft | undefined {
  const draft = copied
  copied = null
  return draft ?? undefined
}

/** What the buttons of the builder do, and what is said of it. */
export function useBuilderActions(
  { chart, draft, key }: ChartBuilder,
  group: PlacedGroup | undefined,
  groupName: string,
  detail: (chartId?: number, isEdited?: boolean) => string
) {
  const placements = useStore($placements)
  const placementOf = (place: PlacedGroup): Placement | null =>
    placements.state !== 'ready'
      ? null
      : {
          projectId: key.projectId,
          collectionId: place.collection_id,
          chartGroupId: place.chart_group_id,
          displayOrder: nextPlace(placements.value, place.chart_group_id)
        }

  const saveAll = async () => {
    const result = await save(group ? placementOf(group) : null)
    if (!result.ok) return
    showToast({ text: `${result.value.chart_name} is saved. Members see it now.`, status: 'success' })
    if (chart) return
    await reloadPlacements()
    navigate(detail(result.value.chart_id, true), { replace: true })
  }

  const toggleRetired = async () => {
    const result = await setActive(chart?.is_active !== true)
    const name = chart?.chart_name ?? ''
    const text = chart?.is_active
      ? `${name} is retired. Members no longer see it; Restore shows it again.`
      : `Members see ${name} again.`
    showToast(result.ok ? { text, status: 'success' } : { text: result.error, status: 'error' })
    void reloadPlacements()
  }

  const duplicate = () => {
    copied = { ...draft, chart_name: `Copy of ${draft.chart_name}` }
    removeDraft({ ...key, chart: groupName })
    navigate(detail())
  }

  return { saveAll, toggleRetired, duplicate }
}
