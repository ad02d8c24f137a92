import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { chartKind, type OutputName } from '#contract/chart-kinds.ts'
import { countOf } from '#lib/format.ts'
import { $filterOptions } from '#stores/filters.ts'
import { $selectedOrganisationId } from '#stores/organisations.ts'
import { $selectedSubmissionId } from '#stores/selection.ts'
import { $selectedTimePeriod, $timePeriods } from '#stores/time-periods.ts'
import { EmptyNotice, FailureNotice } from '#ui/notice.tsx'
import { Pick } from '#ui/pick.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { ChartPanel } from '../chart/chart-panel.tsx'
import { PanelSkeleton } from '../chart/detail-skeleton.tsx'
import { $reachableEntries } from '../selection/comparison.ts'
import { readSelection, type Selection } from '../selection/explorer-selection.ts'
import { PeersPick } from '../selection/peers-pick.tsx'
import { submissionOptions } from '../selection/submission-options.ts'
import type { ChartBuilder } from './chart-builder.ts'
import { changedFields, isChosen } from './chart-draft.ts'
import { draftErrors, shownTabs } from './draft-errors.ts'
import { $preview, schedulePreview, type PreviewScope } from './preview.ts'

interface PreviewColumnProps {
  builder: ChartBuilder
  projectId: number
  collectionId: number | null
}

/** The chart as members would see it, for a submission and peers of one's choice. */
export function PreviewColumn({ builder, projectId, collectionId }: PreviewColumnProps) {
  const { draft, base, chart } = builder
  const preview = useStore($preview)
  const period = useStore($selectedTimePeriod)
  const periods = useStore($timePeriods)
  const options = useStore($filterOptions)
  const submissions = submissionOptions(useStore($reachableEntries), useStore($selectedOrganisationId))
  const selectedId = useStore($selectedSubmissionId)
  const [chosenId, choose] = useState<number | null>(null)
  const [peerGroupIds, choosePeers] = useState<readonly number[]>([])
  const [wantedTab, openTab] = useState<OutputName>('bar_ranked')
  const [selection, setSelection] = useState<Selection>(() => readSelection(''))
  const submissionId =
    [chosenId, selectedId].find(id => submissions.some(submission => submission.id === id)) ??
    submissions[0]?.id ??
    0
  const tabs = shownTabs(draft)
  const tab = tabs.includes(wantedTab) ? wantedTab : tabs[0]
  const errors = Object.values(draftErrors({ ...draft, chart_name: draft.chart_name.trim() || 'New chart' }))
  const isEmpty = !draft.series.some(series => series.numerator.some(isChosen))
  const isReady = options.state === 'ready' && errors.length === 0 && !isEmpty
  const scope: PreviewScope | null =
    period && collectionId !== null && tab !== undefined && isReady
      ? {
          projectId,
          collectionId,
          timePeriodId: period.id,
          timePeriodIds:
            periods.state === 'ready' ? periods.value.map(one => one.time_period_id) : [period.id],
          submissionId,
          peerGroupIds,
          outputName: tab,
          chartId: chart?.chart_id ?? null
        }
      : null
  const wanted = JSON.stringify(scope)
  useEffect(() => {
    if (scope) schedulePreview({ ...draft, chart_name: draft.chart_name.trim() || 'New chart' }, scope)
    // The scope is made anew with each drawing; its text says whether it is another one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [draft, wanted])
  const change = (part: Partial<Selection>) => setSelection({ ...selection, ...part })
  const retry = () => scope && schedulePreview(draft, scope, 0)
  const changes = changedFields(base, draft).length
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex-1">Preview</h2>
        <Pick
          label="Submission"
          options={submissions}
          selected={submissionId === 0 ? null : submissionId}
          placeholder="none"
          disabled={submissions.length === 0}
          onSelect={choose}
        />
        {options.state === 'ready' && (
          <PeersPick groups={options.value.peer_groups} chosen={peerGroupIds} onChange={choosePeers} />
        )}
      </div>
      {tab !== undefined && (
        <Tabs
          label="Kinds of chart"
          className="mt-2 flex-wrap"
          tabs={tabs.map(name => ({ id: name, label: chartKind(name).tab }))}
          selected={tab}
          onSelect={openTab}
          panelId="preview-panel"
        />
      )}
      <div
        id="preview-panel"
        role={tab === undefined ? undefined : 'tabpanel'}
        aria-label={tab && chartKind(tab).tab}
        className="pt-3.5"
      >
        {isEmpty ? (
          <EmptyNotice
            className="card"
            title="Nothing to draw yet"
            text="Choose a figure under Data. The chart appears here as members will see it."
          />
        ) : errors.length > 0 ? (
          <EmptyNotice className="card" title="The preview waits" text={errors[0]} />
        ) : preview.state === 'failed' ? (
          <FailureNotice title="The preview could not be calculated" error={preview.error} onRetry={retry} />
        ) : preview.state === 'loading' || scope === null ? (
          <PanelSkeleton />
        ) : (
          <ChartPanel
            chartView={preview.value.chartView}
            isStale={preview.stale ?? false}
            selection={selection}
            change={change}
            onRefresh={retry}
            onDrawn={() => {}}
          />
        )}
      </div>
      <p className="mt-2 text-small text-ink-3">
        {chart === null
          ? 'Members see the chart once it is saved.'
          : changes === 0
            ? 'This is what members see.'
            : `With your ${countOf(changes, 'change')}. Members see the saved chart until you save.`}
      </p>
    </>
  )
}
