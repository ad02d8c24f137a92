import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { ChartBuilder } from '#browser/features/explorer/builder/chart-builder.ts'
import { isTermChosen, type ChartDraft } from '#browser/features/explorer/builder/draft/chart-draft.ts'
import { draftErrors, shownTabs } from '#browser/features/explorer/builder/draft/draft-errors.ts'
import { $reachableEntries } from '#browser/features/explorer/selection/comparison.ts'
import {
  submissionOptions,
  type SubmissionOption
} from '#browser/features/explorer/selection/submission-options.ts'
import { $filterOptions } from '#browser/stores/filters.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $selectedTimePeriod, $timePeriods } from '#browser/stores/time-periods.ts'
import type { OutputName } from '#contract/output-names.ts'
import { resetPreview, schedulePreview, type PreviewScope } from './preview.ts'

/** A chart is drawn before it has a title. */
const withTitle = (draft: ChartDraft): ChartDraft => ({
  ...draft,
  chart_name: draft.chart_name.trim() || 'New chart'
})

const isWithoutFigures = ({ series }: ChartDraft): boolean =>
  !series.some(one => one.numerator.some(isTermChosen))

/** The viewpoint of the preview, which follows the draft. */
export function usePreview({ draft, chart }: ChartBuilder, projectId: number, collectionId: number | null) {
  const [submission, chooseSubmission] = useChosenSubmission()
  const [peerGroupIds, choosePeers] = useState<readonly number[]>([])
  const [tab, openTab] = usePreviewTab(draft)
  const timePeriodIds = usePeriodIds()
  const timePeriodId = useStore($selectedTimePeriod)?.id ?? null
  const isReady = useStore($filterOptions).state === 'ready'
  const [obstacle] = Object.values(draftErrors(withTitle(draft)))
  const isEmpty = isWithoutFigures(draft)
  const canDraw = isReady && obstacle === undefined && !isEmpty
  const scope: PreviewScope | null =
    canDraw && timePeriodId !== null && collectionId !== null && tab !== undefined
      ? {
          projectId,
          collectionId,
          timePeriodId,
          timePeriodIds,
          submissionId: submission.selected,
          peerGroupIds,
          outputName: tab,
          chart
        }
      : null
  useEffect(() => {
    if (scope) schedulePreview(withTitle(draft), scope)
  })
  // A pending recalculation is cancelled when the builder closes.
  useEffect(() => resetPreview, [])
  return {
    draft: withTitle(draft),
    scope,
    isEmpty,
    obstacle,
    tab,
    openTab,
    submission,
    chooseSubmission,
    peerGroupIds,
    choosePeers
  }
}

interface ChosenSubmission {
  options: readonly SubmissionOption[]
  /** 0 for none. */
  selected: number
}

/** The submission selected here, or else the explorer's, or else the first. */
function useChosenSubmission(): [ChosenSubmission, (id: number) => void] {
  const options = submissionOptions(useStore($reachableEntries), useStore($selectedOrganisationId))
  const selectedId = useStore($selectedSubmissionId)
  const [chosenId, choose] = useState<number | null>(null)
  const known = [chosenId, selectedId].find(id => options.some(option => option.id === id))
  return [{ options, selected: known ?? options[0]?.id ?? 0 }, choose]
}

/** The open tab, as long as the draft has it. */
function usePreviewTab(draft: ChartDraft): [OutputName | undefined, (name: OutputName) => void] {
  const [wanted, open] = useState<OutputName>('bar_ranked')
  const tabs = shownTabs(draft)
  return [tabs.includes(wanted) ? wanted : tabs[0], open]
}

function usePeriodIds(): number[] {
  const periods = useStore($timePeriods)
  return periods.state === 'ready' ? periods.value.map(period => period.time_period_id) : []
}
