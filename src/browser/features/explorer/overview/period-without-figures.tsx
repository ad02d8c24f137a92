import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import {
  $explorerScope,
  selectionInPeriod,
  keepForPeriod
} from '#browser/features/explorer/selection/comparison.ts'
import { carryOver, writeSelection } from '#browser/features/explorer/selection/explorer-selection.ts'
import { currentSelection } from '#browser/features/explorer/selection/use-selection.ts'
import { $project } from '#browser/stores/projects.ts'
import { $timePeriods } from '#browser/stores/time-periods.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import type { CollectionTree } from '#contract/charts.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { hasResults } from '#domain/projects/project-status.ts'
import { openingDay } from '#domain/projects/window-days.ts'
import { countOf, formatCount, formatDay } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { $earlierFigures, chartIdsOf, findEarlierFigures, type EarlierFigures } from './earlier-figures.ts'

interface PeriodWithoutFiguresProps {
  explorerType: string
  collections: readonly CollectionTree[]
}

/** Shown in place of empty charts: when there will be figures, and the last period that has some. */
export function PeriodWithoutFigures({ explorerType, collections }: PeriodWithoutFiguresProps) {
  const project = useStore($project)
  const scope = useStore($explorerScope)
  const periods = useStore($timePeriods)
  const earlier = useStore($earlierFigures)
  const listed = periods.state === 'ready' ? periods.value : null
  useEffect(() => {
    if (scope && listed) void findEarlierFigures(scope, explorerType, listed)
  }, [scope, listed, explorerType])
  if (!project || !scope) return null
  const groups = collections.flatMap(collection => collection.chart_groups)
  const measures = groups.reduce((sum, { charts }) => sum + charts.length, 0)
  const likeness = earlier.state === 'ready' ? likenessText(chartIdsOf(collections), earlier.value) : ''
  return (
    <div className="px-6 max-sm:px-4 pt-5 pb-10 grid gap-4">
      <h1>{startText(project, scope.timePeriodName)}</h1>
      <div className="card">
        <EmptyNotice
          title={plannedText(project, scope.timePeriodName)}
          text={`${countOf(measures, 'measure')} in ${countOf(groups.length, 'group')}${likeness}.`}
          action={<EarlierLink projectCode={project.project_code} />}
        />
      </div>
    </div>
  )
}

/** ', as in 2025' */
function likenessText(chartIds: ReadonlySet<number>, earlier: EarlierFigures | null): string {
  if (earlier === null) return ''
  const { time_period_name, chartIds: before } = earlier
  const kept = [...chartIds].filter(id => before.has(id)).length
  if (kept === 0) return `, none of them in ${time_period_name}`
  return kept === chartIds.size && kept === before.size
    ? `, as in ${time_period_name}`
    : `, ${formatCount(kept)} of them as in ${time_period_name}`
}

/** Leads to the same group or chart in the newest period with figures. */
function EarlierLink({ projectCode }: { projectCode: string }) {
  const [path] = useLocation()
  const earlier = useStore($earlierFigures)
  if (earlier.state !== 'ready') return null
  if (earlier.value === null)
    return (
      <Link href={paths.dataCollection(projectCode)} className={buttonClass({ kind: 'main' })}>
        See the questions
      </Link>
    )
  const { time_period_id, time_period_name } = earlier.value
  const selection = { ...carryOver(currentSelection()), ...selectionInPeriod(time_period_id) }
  return (
    <Link
      href={path + writeSelection(selection)}
      className={buttonClass({ kind: 'main' })}
      onClick={keepForPeriod}
    >
      See {time_period_name} results
    </Link>
  )
}

const isBeforeCollection = ({ project_status }: ProjectSummary): boolean =>
  project_status === 'upcoming' || project_status === 'registration'

function startText(project: ProjectSummary, period: string): string {
  if (!isBeforeCollection(project)) return `No figures for ${period} yet`
  return project.collection_opens_at === null
    ? 'Data collection has not started'
    : `Data collection starts on ${formatDay(openingDay(project.collection_opens_at))}`
}

const plannedText = ({ project_status, published_at }: ProjectSummary, period: string): string =>
  published_at === null || hasResults(project_status)
    ? `There are no ${period} results yet`
    : `${period} results are planned for ${formatDay(openingDay(published_at))}`
