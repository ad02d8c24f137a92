import { useStore } from '@nanostores/react'
import type { ReactNode, RefObject } from 'react'
import { Link, useLocation } from 'wouter'
import type { GroupChart } from '#browser/features/explorer/groups.ts'
import { FilterLine } from '#browser/features/explorer/selection/filter-line.tsx'
import { $session } from '#browser/stores/session.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Ellipsis, ChartColumn, Link2, Pencil } from '#browser/ui/icons/chart-icon-paths.ts'
import { ChevronLeft, ChevronRight, Search, type IconPath } from '#browser/ui/icons/icon-paths.ts'
import { Menu, type MenuAction } from '#browser/ui/popover/menu.tsx'
import { copyLink, CopyLink } from './copy-link.tsx'
import { ExportMenu } from './export-menu.tsx'
import {
  STEP_KEYS,
  useStepping,
  type ChartNeighbour,
  type ChartNeighbours,
  type StepSide
} from './use-stepping.ts'

interface ChartHeaderProps extends ChartNeighbours {
  chart: GroupChart
  editPath: string
  exportActions: readonly (MenuAction | 'line')[]
}

/** The chart's name, links to its neighbours, its export menu, and for admins a link to edit it. */
export function ChartHeader({ chart, editPath, previous, next, exportActions }: ChartHeaderProps) {
  const { user } = useStore($session)
  const { buttons, onStep } = useStepping({ previous, next })
  return (
    <header>
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="flex-1 basis-72 min-w-0 max-md:min-w-full">{chart.chart_name}</h1>
        <NeighbourLink side="previous" to={previous} button={buttons.previous} onStep={onStep} />
        <NeighbourLink side="next" to={next} button={buttons.next} onStep={onStep} />
        <ExportMenu actions={exportActions} />
        <CopyLink />
        {user?.isAdmin && (
          <Link href={editPath} className={buttonClass({ size: 's' })}>
            <Icon of={Pencil} />
            Edit
          </Link>
        )}
      </div>
      <FilterLine />
    </header>
  )
}

interface SmallChartHeaderProps extends ChartHeaderProps {
  searchPath: string
  groupPath: string
  /** What the chart shows before all else. */
  lead: ReactNode
  /** The choice of its tab. */
  children: ReactNode
}

/** In small windows: name and lead, then the tabs; all that is pressed less often is behind one button. */
export function SmallChartHeader({
  chart,
  editPath,
  searchPath,
  groupPath,
  previous,
  next,
  exportActions,
  lead,
  children
}: SmallChartHeaderProps) {
  const { user } = useStore($session)
  const [, navigate] = useLocation()
  useStepping({ previous, next })
  const leadTo = (label: string, icon: IconPath, href: string): MenuAction => ({
    label,
    icon,
    onSelect: () => navigate(href)
  })
  const actions: (MenuAction | 'line')[] = [
    leadTo('All charts of the group', ChartColumn, groupPath),
    ...(previous ? [leadTo(`Previous chart: ${previous.name}`, ChevronLeft, previous.href)] : []),
    ...(next ? [leadTo(`Next chart: ${next.name}`, ChevronRight, next.href)] : []),
    leadTo('Search charts and questions', Search, searchPath),
    ...(user?.isAdmin ? [leadTo('Edit', Pencil, editPath)] : []),
    'line',
    { label: 'Copy link', icon: Link2, onSelect: () => void copyLink() },
    ...exportActions
  ]
  return (
    <header className="flex flex-wrap items-center gap-x-2">
      <h1 className="flex-1 min-w-0 leading-7!">{chart.chart_name}</h1>
      <Menu
        triggerClass={`${buttonClass({ kind: 'quiet' })} btn-only max-sm:min-h-11! max-sm:w-11`}
        label="Chart menu"
        trigger={<Icon of={Ellipsis} />}
        actions={actions}
      />
      <div className="basis-full sm:order-last">
        {lead}
        <FilterLine />
      </div>
      <div className="max-sm:basis-full print:hidden">{children}</div>
    </header>
  )
}

const NEIGHBOUR_LINKS = {
  previous: { word: 'Previous chart', icon: ChevronLeft },
  next: { word: 'Next chart', icon: ChevronRight }
}

interface NeighbourLinkProps {
  side: StepSide
  to: ChartNeighbour | undefined
  button: RefObject<HTMLAnchorElement | null>
  onStep: (side: StepSide) => void
}

function NeighbourLink({ side, to, button, onStep }: NeighbourLinkProps) {
  const className = `${buttonClass({ kind: 'quiet', size: 's' })} px-0! w-7`
  const { word, icon } = NEIGHBOUR_LINKS[side]
  if (!to) {
    return (
      <span className={`${className} opacity-35 cursor-default!`} aria-hidden="true" aria-disabled="true">
        <Icon of={icon} />
      </span>
    )
  }
  const { shortcut, text } = STEP_KEYS[side]
  const name = `${word}: ${to.name}`
  return (
    <Link
      ref={button}
      href={to.href}
      className={className}
      aria-label={name}
      aria-keyshortcuts={shortcut}
      title={`${name} (${text})`}
      onClick={() => onStep(side)}
    >
      <Icon of={icon} />
    </Link>
  )
}
