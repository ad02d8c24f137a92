import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { directionText } from '#charts/measure.ts'
import { $session } from '#stores/session.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { CopyLink } from './copy-link.tsx'
import { FilterLine } from '../selection/filter-line.tsx'
import type { MetaData } from '#contract/charts.ts'
import type { GroupChart } from '../groups.ts'
import type { ChangeSelection } from '../selection/use-selection.ts'

export interface Neighbour {
  name: string
  href: string
}

interface ChartHeaderProps {
  chart: GroupChart
  metaData: MetaData | null
  editPath: string
  change: ChangeSelection
  previous: Neighbour | undefined
  next: Neighbour | undefined
  exportMenu: ReactNode
}

/** The chart's name and measure, links to its neighbours, its export menu, and for admins the way to change it. */
export function ChartHeader({
  chart,
  metaData,
  editPath,
  change,
  previous,
  next,
  exportMenu
}: ChartHeaderProps) {
  const { user } = useStore($session)
  return (
    <header>
      <div className="flex items-center gap-2">
        <h1 className="flex-1 min-w-0">{chart.chart_name}</h1>
        <Step to={previous} word="Previous chart" icon={ChevronLeft} />
        <Step to={next} word="Next chart" icon={ChevronRight} />
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
      <FilterLine change={change} />
    </header>
  )
}

/** 'Vacant posts as a share of budgeted posts, %.' */
function shareText(numerator: string, denominator: string, unit: string): string {
  if (numerator === '' && denominator === '') return unit === '' ? '' : `In ${unit}.`
  const of =
    numerator !== '' && denominator !== ''
      ? `${numerator} ${unit === '%' ? 'as a share of' : 'per'} ${lowerFirst(denominator)}`
      : numerator || denominator
  return unit === '' ? `${of}.` : `${of}, ${unit}.`
}

/** A term within a sentence; abbreviations keep their case. */
const lowerFirst = (text: string): string =>
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
