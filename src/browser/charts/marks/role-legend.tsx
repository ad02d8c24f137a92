import { memo } from 'react'
import type { ChartEntry, ChartView, ValueRole } from '#browser/charts/view/chart-view.ts'
import { markedGroupsText } from '#browser/charts/words/disclosure-text.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf } from '#lib/format.ts'
import { barName, type RoleMarks } from './value-roles.ts'

interface LegendEntry {
  role: ValueRole
  text: string
}

const MAX_NAMED = 4

/** Explains the marks of roles, if there are more than the own one and the rest. */
export const RoleLegend = memo(function RoleLegend({
  chartView,
  marks
}: {
  chartView: ChartView
  marks: RoleMarks
}) {
  const items = legendEntries(chartView)
  if (items.length === 0) return null
  const isGrouped = items.some(({ role }) => role === 'peer')
  return (
    <ul aria-label="Legend" className="flex flex-wrap items-center gap-x-4 gap-y-1 mb-2 text-tiny text-ink-2">
      {items.map(({ role, text }) => (
        <li key={role} className="inline-flex items-center gap-1.5 min-w-0">
          {marks === 'bar' ? <BarSwatch role={role} isGrouped={isGrouped} /> : <DotSwatch role={role} />}
          <span className="cut max-w-150">{text}</span>
        </li>
      ))}
    </ul>
  )
})

/** Empty if only the own one differs from the rest: the chart names it. */
function legendEntries(chartView: ChartView): LegendEntry[] {
  const { entries, heldBack, missing, own } = chartView
  const all = [...entries, ...heldBack, ...missing]
  const of = (role: ValueRole): ChartEntry[] => all.filter(entry => entry.role === role)
  const [siblings, marked, peers] = [of('sameOrganisation'), of('other'), of('peer')]
  if (siblings.length + marked.length + peers.length === 0) return []
  const items: [ValueRole, string | null][] = [
    ['own', own?.name ?? null],
    [
      'sameOrganisation',
      siblings.length === 0 ? null : withTerms(`your other {submissions}: ${siblingsText(siblings)}`)
    ],
    ['other', marked.length === 0 ? null : `marked: ${markedNames(marked)}`],
    ['peer', peers.length === 0 ? null : `in ${markedGroupsText(chartView)}`],
    ['rest', of('rest').length === 0 ? null : peers.length === 0 ? 'peers' : 'other peers']
  ]
  return items.flatMap(([role, text]) => (text === null ? [] : [{ role, text }]))
}

function siblingsText(siblings: readonly ChartEntry[]): string {
  const missing = siblings.filter(isMissing).length
  if (missing === 0) return `${siblings.length}`
  return `${siblings.length} (${missing === siblings.length ? 'no values yet' : `${missing} without a value`})`
}

const isMissing = ({ value, isHeldBack }: ChartEntry): boolean => value === null && !isHeldBack

/** Marked ones without a value are not drawn, so the legend says so. */
function markedNames(marked: readonly ChartEntry[]): string {
  const named = marked
    .slice(0, MAX_NAMED)
    .map(entry => `${barName(entry)}${isMissing(entry) ? ' (no value)' : ''}`)
  const more = marked.length - named.length
  return [...named, ...(more > 0 ? [countOf(more, 'other')] : [])].join('; ')
}

/** Halfway between the programme's colour and the peers', as in the chart. */
const MIDDLE = 'color-mix(in srgb, var(--brand-mark), var(--brand-line))'

const roleFill = (role: ValueRole, isGrouped: boolean): string =>
  role === 'own' ? 'var(--brand-mark)' : role === 'rest' && isGrouped ? 'none' : 'var(--brand-line)'

function BarSwatch({ role, isGrouped }: { role: ValueRole; isGrouped: boolean }) {
  return (
    <svg width="10" height="12" viewBox="0 0 10 12" aria-hidden="true" className="shrink-0">
      <rect
        x="1"
        y="1"
        width="8"
        height="10"
        rx="1.5"
        style={{ fill: roleFill(role, isGrouped) }}
        stroke={role === 'peer' || role === 'rest' ? 'var(--line-field)' : 'var(--ink-2)'}
        strokeWidth={role === 'own' ? 1.6 : 1.2}
      />
      {role === 'sameOrganisation' && (
        <path d="M2 10L8 2M2 5.5L5 2M5 10L8 6.5" stroke="var(--surface)" strokeWidth="1.4" />
      )}
      {role === 'other' && (
        <g fill="var(--surface)">
          <circle cx="3.5" cy="3.5" r="1" />
          <circle cx="6.5" cy="6" r="1" />
          <circle cx="3.5" cy="8.5" r="1" />
        </g>
      )}
    </svg>
  )
}

function DotSwatch({ role }: { role: ValueRole }) {
  const isMarked = role === 'own' || role === 'sameOrganisation' || role === 'other'
  const shape = {
    style: { fill: role === 'own' ? 'var(--brand-mark)' : role === 'rest' ? 'var(--brand-line)' : MIDDLE },
    stroke: role === 'own' ? 'var(--ink)' : isMarked ? 'var(--ink-2)' : 'var(--brand-mark)',
    strokeWidth: isMarked ? 1.4 : 0.8
  }
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className="shrink-0">
      {role === 'sameOrganisation' ? (
        <rect x="2" y="2" width="8" height="8" {...shape} />
      ) : role === 'other' ? (
        <path d="M6 1.2L10.8 4.7L9 10.4H3L1.2 4.7Z" {...shape} />
      ) : (
        <circle cx="6" cy="6" r={role === 'own' ? 5 : 3.5} {...shape} />
      )}
    </svg>
  )
}
