import { useStore } from '@nanostores/react'
import type { ReactNode, RefObject } from 'react'
import { Link } from 'wouter'
import { directionText } from '#browser/charts/labels/measure.ts'
import { lowerFirst } from '#browser/charts/words/denominator-name.ts'
import type { GroupChart } from '#browser/features/explorer/groups.ts'
import { FilterLine } from '#browser/features/explorer/selection/filter-line.tsx'
import { $session } from '#browser/stores/session.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronLeft, ChevronRight, Pencil } from '#browser/ui/icons/icon-paths.ts'
import type { MetaData } from '#contract/charts.ts'
import { CopyLink } from './copy-link.tsx'
import {
  STEP_KEYS,
  useStepping,
  type ChartNeighbour,
  type ChartNeighbours,
  type StepSide
} from './use-stepping.ts'

interface ChartHeaderProps extends ChartNeighbours {
  chart: GroupChart
  metaData: MetaData | null
  editPath: string
  exportMenu: ReactNode
}

/** The chart's name and measure, links to its neighbours, its export menu, and for admins a link to edit it. */
export function ChartHeader({ chart, metaData, editPath, previous, next, exportMenu }: ChartHeaderProps) {
  const { user } = useStore($session)
  const { buttons, onStep } = useStepping({ previous, next })
  return (
    <header>
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="flex-1 min-w-0 max-md:min-w-full">{chart.chart_name}</h1>
        <NeighbourLink side="previous" to={previous} button={buttons.previous} onStep={onStep} />
        <NeighbourLink side="next" to={next} button={buttons.next} onStep={onStep} />
        {exportMenu}
        <CopyLink />
        {user?.isAdmin && (
          <Link href={editPath} className={buttonClass({ size: 's' })}>
            <Icon of={Pencil} />
            Edit
          </Link>
        )}
      </div>
      <p className="text-small text-ink-2 min-h-[18px]">
        {metaData &&
          [
            shareText(metaData.numerator_text, metaData.denominator_text, metaData.unit),
            directionText[metaData.direction]
          ]
            .filter(Boolean)
            .join(' ')}
      </p>
      <FilterLine />
    </header>
  )
}

/** 'Vacant posts as a share of budgeted posts, %.', 'WTE per staffed bed.' */
function shareText(numerator: string, denominator: string, unit: string): string {
  if (numerator === '' && denominator === '') return unit === '' ? '' : `In ${unit}.`
  const isShare = unit === '%'
  if (numerator === '' && unit !== '' && !isShare) return `${unit} per ${lowerFirst(denominator)}.`
  const of =
    numerator !== '' && denominator !== ''
      ? `${numerator} ${isShare ? 'as a share of' : 'per'} ${lowerFirst(denominator)}`
      : numerator || denominator
  return unit === '' ? `${of}.` : `${of}, ${unit}.`
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
