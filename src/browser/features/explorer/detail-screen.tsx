import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { preloadDrawing } from '#browser/charts/view/chart.tsx'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { $project } from '#browser/stores/projects.ts'
import { $averages } from '#browser/stores/selection.ts'
import { $session } from '#browser/stores/session.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { useSmallWindow } from '#browser/ui/use-small-window.ts'
import { chartKind } from '#contract/chart-kinds.ts'
import { chunk, preload } from '#lib/chunk.ts'
import { paths } from '#programme/paths.ts'
import { ChartDetail } from './chart/chart-detail.tsx'
import { $outputTypes, openTab } from './chart/chart-page.ts'
import { chartTools } from './chart/chart-tools-chunk.ts'
import { DetailSkeleton } from './chart/detail-skeleton.tsx'
import { FiguresLoader } from './chart/use-figures.ts'
import { ExplorerFrame, GroupsFailure, useCollections } from './explorer-frame.tsx'
import { groupNamed, neighbouringCharts, type ChartGroup, type GroupChart } from './groups.ts'
import { inOverviewOrder } from './overview/overview-order.ts'
import { ChoicesLine } from './selection/choices-line.tsx'
import {
  ALL_AVERAGES,
  carryOver,
  writeSelection,
  type ExplorerSelection
} from './selection/explorer-selection.ts'
import { MarkedPick } from './selection/marked-pick.tsx'
import { Toolbar } from './selection/toolbar.tsx'
import { switchAverage, useSelection, type ChangeSelection } from './selection/use-selection.ts'
import { chartLinks, SidePick, type SideLinkContext, type SideSection } from './side-list.tsx'

interface DetailScreenProps {
  projectCode: string
  explorerType: string
  groupName: string
  /** Without one, an admin begins a new chart, and others see the group's first. */
  id?: number
}

// The page needs this code when the figures arrive.
preloadDrawing()

const builderScreen = chunk(() => import('./builder/builder-screen.tsx'))

/** A chart to read; for admins, the place where charts are built. */
export default function DetailScreen(place: DetailScreenProps) {
  const { user } = useStore($session)
  const mode = new URLSearchParams(useSearch()).get('mode')
  const isBuilding = user?.isAdmin === true && (place.id === undefined || mode === 'edit')
  return isBuilding ? <LateBuilder {...place} /> : <ChartScreen {...place} />
}

function LateBuilder(place: DetailScreenProps) {
  const { module, isMissing, retry } = useChunk(builderScreen)
  if (module) return <module.default {...place} />
  return isMissing ? (
    <FailureNotice
      what="The chart builder"
      failure={{ error: 'This screen could not be loaded.' }}
      onRetry={retry}
    />
  ) : (
    <DetailSkeleton />
  )
}

function ChartScreen({ projectCode, explorerType, groupName, id }: DetailScreenProps) {
  const [selection, change] = useSelection()
  useEffect(() => preload(chartTools), [])
  const collections = useCollections()
  const query = writeSelection(carryOver(selection))
  const named = collections.state === 'ready' ? groupNamed(collections.value, groupName) : undefined
  const group = useMemo(() => named && inOverviewOrder(named), [named])
  const chart = group?.charts.find(candidate => candidate.chart_id === id)
  usePageTitle(chart?.chart_name, useStore($project)?.project_name)
  const pathOf = (chartId: number): string =>
    paths.explorerDetail(projectCode, explorerType, groupName, chartId) + query
  const first = id === undefined ? group?.charts[0] : undefined
  useEffect(() => {
    if (first)
      navigate(paths.explorerDetail(projectCode, explorerType, groupName, first.chart_id) + location.search, {
        replace: true
      })
  }, [first, projectCode, explorerType, groupName])
  const { previous, next } = findNeighbours(group, id)
  const neighbour = (to: GroupChart | undefined) => to && { name: to.chart_name, href: pathOf(to.chart_id) }
  const side = sideOf({ projectCode, explorerType, query }, group)
  const toolbar = (
    <Toolbar selection={selection} change={change} marks={<MarkedPick change={change} />}>
      <AverageSwitches explorerType={explorerType} selection={selection} change={change} />
    </Toolbar>
  )
  const isSmall = useSmallWindow('md')
  const [areChoicesOpen, setChoicesOpen] = useState(false)
  const choices = (
    <ChoicesLine isOpen={areChoicesOpen} onOpen={setChoicesOpen}>
      {side && <SidePick label="Chart" sections={side} />}
      {toolbar}
    </ChoicesLine>
  )
  const small = isSmall
    ? {
        choices,
        groupPath: paths.explorerGroup(projectCode, explorerType, groupName) + query,
        searchPath: paths.explorerSearch(projectCode, explorerType) + query
      }
    : null
  return (
    <ExplorerFrame
      explorerType={explorerType}
      change={change}
      sideLabel="Chart"
      side={side}
      toolbar={isSmall ? null : toolbar}
    >
      {id !== undefined && (
        <FiguresLoader chartId={id} openedTab={selection.tab} explorerType={explorerType} />
      )}
      {/* Outside the chart, which each step replaces. */}
      <p role="status" className="sr-only">
        {group && chart ? placeText(group, chart) : ''}
      </p>
      {collections.state === 'failed' ? (
        <GroupsFailure explorerType={explorerType} error={collections.error} />
      ) : collections.state === 'loading' || first ? (
        <DetailSkeleton />
      ) : chart ? (
        <ChartDetail
          key={chart.chart_id}
          explorerType={explorerType}
          chart={chart}
          editPath={paths.explorerDetail(projectCode, explorerType, groupName, chart.chart_id, {
            mode: 'edit'
          })}
          selection={selection}
          change={change}
          previous={neighbour(previous)}
          next={neighbour(next)}
          small={small}
        />
      ) : (
        <ChartNotFound choices={small?.choices} />
      )}
    </ExplorerFrame>
  )
}

const sideOf = (context: SideLinkContext, group: ChartGroup | undefined): SideSection[] | null =>
  group ? chartLinks(context, group) : null

function ChartNotFound({ choices }: { choices: ReactNode | undefined }) {
  return (
    <>
      <EmptyNotice
        title="Chart not found"
        text="It may have been moved to another group, or it does not exist in this period. Choose another period or another chart."
      />
      {choices && <div className="px-6 max-sm:px-4 pb-6">{choices}</div>}
    </>
  )
}

const findNeighbours = (group: ChartGroup | undefined, id: number | undefined) =>
  group && id !== undefined ? neighbouringCharts(group, id) : { previous: undefined, next: undefined }

/** 'Vacancy rate, chart 3 of 8.' */
const placeText = ({ charts }: ChartGroup, chart: GroupChart): string =>
  `${chart.chart_name}, chart ${charts.indexOf(chart) + 1} of ${charts.length}.`

/** Renders nothing if the open kind of chart draws no averages. */
function AverageSwitches({
  explorerType,
  selection,
  change
}: {
  explorerType: string
  selection: ExplorerSelection
  change: ChangeSelection
}) {
  const types = useStore($outputTypes)
  const tab = types.state === 'ready' ? openTab(types.value, selection.tab, explorerType) : undefined
  const shown = useStore($averages)
  if (tab && chartKind(tab.output_name).averages === 'none') return null
  return (
    <Segmented
      label="Averages"
      options={ALL_AVERAGES.map(name => ({ id: name, label: name }))}
      pressed={shown}
      onPress={name => switchAverage(name, change)}
    />
  )
}
