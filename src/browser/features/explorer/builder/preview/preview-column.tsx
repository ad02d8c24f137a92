import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { changedFields } from '#browser/editing/three-way.ts'
import type { ChartBuilder } from '#browser/features/explorer/builder/chart-builder.ts'
import { shownTabs } from '#browser/features/explorer/builder/draft/draft-errors.ts'
import { ChartPanel } from '#browser/features/explorer/chart/chart-panel.tsx'
import { PanelSkeleton } from '#browser/features/explorer/chart/detail-skeleton.tsx'
import {
  readSelection,
  type ExplorerSelection
} from '#browser/features/explorer/selection/explorer-selection.ts'
import { PeersPick } from '#browser/features/explorer/selection/peers-pick.tsx'
import { $filterOptions } from '#browser/stores/filters.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { Pick } from '#browser/ui/pick.tsx'
import { Tabs } from '#browser/ui/tabs.tsx'
import { chartKind } from '#contract/chart-kinds.ts'
import { previewChart } from '#contract/chart-preview.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf } from '#lib/format.ts'
import { $preview, refreshPreview } from './preview.ts'
import { usePreview } from './use-preview.ts'

interface PreviewColumnProps {
  builder: ChartBuilder
  projectId: number
  collectionId: number | null
}

/** Previews the chart for members, with a selected submission and peers. */
export function PreviewColumn({ builder, projectId, collectionId }: PreviewColumnProps) {
  const view = usePreview(builder, projectId, collectionId)
  const { tab, submission } = view
  const options = useStore($filterOptions)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex-auto">Preview</h2>
        <Pick
          label={withTerms('{Submission}')}
          options={submission.options}
          selected={submission.selected === 0 ? null : submission.selected}
          placeholder="none"
          disabled={submission.options.length === 0}
          onSelect={view.chooseSubmission}
        />
        {options.state === 'ready' && (
          <PeersPick
            groups={options.value.peer_groups}
            chosen={view.peerGroupIds}
            onChange={view.choosePeers}
          />
        )}
      </div>
      {tab !== undefined && (
        <Tabs
          label="Kinds of chart"
          className="mt-2 flex-wrap"
          tabs={shownTabs(builder.draft).map(name => ({ id: name, label: chartKind(name).tab }))}
          selected={tab}
          onSelect={view.openTab}
          panelId="preview-panel"
        />
      )}
      <div
        id="preview-panel"
        role={tab === undefined ? undefined : 'tabpanel'}
        aria-label={tab && chartKind(tab).tab}
        className="pt-3.5"
      >
        <PreviewPanel view={view} />
      </div>
      <p className="mt-2 text-small text-ink-3">{savedText(builder, useOffered(previewChart))}</p>
    </>
  )
}

function savedText({ chart, base, draft }: ChartBuilder, showsDraft: boolean): string {
  if (chart === null) return 'Members see the chart once it is saved.'
  const changes = changedFields(base, draft).length
  return changes === 0
    ? 'This is what members see.'
    : !showsDraft
      ? `Without your ${countOf(changes, 'change')}. Save to see the chart with ${changes === 1 ? 'it' : 'them'}.`
      : `With your ${countOf(changes, 'change')}. Members see the saved chart until you save.`
}

function PreviewPanel({ view }: { view: ReturnType<typeof usePreview> }) {
  const preview = useStore($preview)
  const [selection, setSelection] = useState<ExplorerSelection>(() => readSelection(''))
  const { scope, draft } = view
  const showsDraft = useOffered(previewChart)
  const refresh = () => {
    if (scope) void refreshPreview(draft, scope)
  }
  if (view.isEmpty) {
    return (
      <EmptyNotice
        className="card"
        title="Nothing to draw yet"
        text="Choose a figure under Data. The chart appears here as members will see it."
      />
    )
  }
  if (view.obstacle !== undefined)
    return <EmptyNotice className="card" title="No preview yet" text={view.obstacle} />
  if (!showsDraft && scope?.chart === null)
    return (
      <EmptyNotice className="card" title="No preview yet" text="The chart appears here once it is saved." />
    )
  if (preview.state === 'failed')
    return <FailureNotice title="The preview could not be calculated" failure={preview} onRetry={refresh} />
  if (preview.state === 'loading' || scope === null) return <PanelSkeleton />
  return (
    <ChartPanel
      chartView={preview.value.chartView}
      isStale={preview.stale ?? false}
      selection={selection}
      change={part => setSelection({ ...selection, ...part })}
      onRefresh={refresh}
      onDrawn={() => {}}
    />
  )
}
