import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Picture } from '#charts/chart.tsx'
import { directionWords } from '#charts/measure.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { FailureNotice } from '#ui/notice.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { $reading, $metaData, $outputTypes, loadChart, loadFigures, openTab } from './chart-page.ts'
import { ChartPanel } from './chart-panel.tsx'
import { $comparing } from './comparison.ts'
import { CopyLink } from './copy-link.tsx'
import { DefinitionCard } from './definition-card.tsx'
import { PanelSkeleton } from './detail-skeleton.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilterLine } from './filter-line.tsx'
import { OwnCard } from './own-card.tsx'
import type { Selection } from './explorer-selection.ts'
import type { GroupChart } from './groups.ts'
import type { ChangeSelection } from './use-selection.ts'

interface Neighbour {
  name: string
  href: string
}

interface ChartDetailProps {
  chart: GroupChart
  selection: Selection
  change: ChangeSelection
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

export function ChartDetail({ chart, selection, change, previous, next }: ChartDetailProps) {
  const types = useStore($outputTypes)
  const metaData = useStore($metaData)
  const figures = useStore($reading)
  const comparing = useStore($comparing)
  const [picture, setPicture] = useState<Picture | null>(null)
  const tab = types.state === 'ready' ? openTab(types.value, selection.tab) : undefined
  useEffect(() => void loadChart(chart.chart_id), [chart.chart_id])
  useEffect(() => {
    if (tab && comparing.state === 'ready') void loadFigures(chart.chart_id, comparing.value, tab)
  }, [chart.chart_id, tab, comparing])
  const reload = (ignoreCache: boolean) => {
    if (tab && comparing.state === 'ready')
      void loadFigures(chart.chart_id, comparing.value, tab, ignoreCache)
  }
  const reading =
    figures.state === 'ready' && figures.value.data.chart.chart_id === chart.chart_id ? figures.value : null
  const meta = metaData.state === 'ready' ? metaData.value : null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_264px] gap-6 px-6 pt-5 pb-10 max-w-[1680px]">
      <article>
        <header>
          <div className="flex items-center gap-2">
            <h1 className="flex-1 min-w-0">{chart.chart_name}</h1>
            <Step to={previous} word="Previous chart" icon={ChevronLeft} />
            <Step to={next} word="Next chart" icon={ChevronRight} />
            <ExportMenu reading={reading} picture={picture} />
            <CopyLink />
          </div>
          <p className="text-small text-ink-2 min-h-[18px]">
            {meta &&
              [
                shareWords(meta.numerator_text, meta.denominator_text, meta.unit),
                directionWords[meta.direction]
              ]
                .filter(Boolean)
                .join(' ')}
          </p>
          <FilterLine change={change} />
        </header>
        {types.state === 'failed' ? (
          <FailureNotice
            title="The chart could not be loaded"
            error={types.error}
            onRetry={() => void loadChart(chart.chart_id)}
          />
        ) : figures.state === 'failed' ? (
          <FailureNotice
            title="The figures could not be loaded"
            error={figures.error}
            onRetry={() => reload(false)}
          />
        ) : tab && types.state === 'ready' ? (
          <>
            <Tabs
              label="Kinds of chart"
              className="mt-3"
              tabs={types.value.map(type => ({ id: type.id, label: type.tab_name }))}
              selected={tab.id}
              onSelect={id => change({ tab: id })}
              panelId="chart-panel"
            />
            <div id="chart-panel" role="tabpanel" aria-label={tab.tab_name} className="pt-3.5">
              {reading && figures.state === 'ready' ? (
                <ChartPanel
                  reading={reading}
                  isStale={figures.stale ?? false}
                  selection={selection}
                  change={change}
                  onRefresh={() => reload(true)}
                  onDrawn={made => setPicture(() => made)}
                />
              ) : (
                <PanelSkeleton />
              )}
            </div>
          </>
        ) : (
          <PanelSkeleton />
        )}
      </article>
      <aside aria-label="Own figures and definition" className="grid gap-4 content-start">
        <OwnCard reading={reading} />
        <DefinitionCard metaData={metaData} />
      </aside>
    </div>
  )
}

/** 'Vacant posts as a share of budgeted posts, %.' */
function shareWords(numerator: string, denominator: string, unit: string): string {
  if (numerator === '' && denominator === '') return unit === '' ? '' : `In ${unit}.`
  const of =
    numerator !== '' && denominator !== ''
      ? `${numerator} ${unit === '%' ? 'as a share of' : 'per'} ${lowered(denominator)}`
      : numerator || denominator
  return unit === '' ? `${of}.` : `${of}, ${unit}.`
}

/** A term within a sentence; abbreviations stay as they are. */
const lowered = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

function Step({ to, word, icon }: { to: Neighbour | undefined; word: string; icon: typeof ChevronLeft }) {
  const look = `${buttonClass({ kind: 'quiet', size: 's' })} px-0! w-7`
  if (!to) {
    return (
      <span className={`${look} opacity-35 cursor-default!`} aria-hidden="true">
        <Icon of={icon} />
      </span>
    )
  }
  const name = `${word}: ${to.name}`
  return (
    <Link href={to.href} className={look} aria-label={name} title={name}>
      <Icon of={icon} />
    </Link>
  )
}
