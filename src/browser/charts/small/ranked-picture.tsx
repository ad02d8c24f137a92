import type { SVGProps } from 'react'
import { averageDashes, TARGET_DASHED } from '#browser/charts/marks/line-styles.ts'
import type { ChartView, ValueRole } from '#browser/charts/view/chart-view.ts'
import { StretchedDrawing } from '#browser/charts/view/stretched-drawing.tsx'
import type { AverageName } from '#contract/chart-data.ts'
import { OWN_LABEL_HEIGHT, PICTURE_WIDTH, rankedPicture } from './ranked-picture-geometry.ts'

interface RankedPictureProps {
  chartView: ChartView
  averages: readonly AverageName[]
  /** What it shows, for screen readers. */
  label: string
  height: number
}

/**
 * Ranked bars as a still picture: it takes no code of the charts library and measures no text, so a page of dozens scrolls smoothly. Its texts
 * are HTML beside and above the stretched drawing.
 */
export function RankedPicture({ chartView, averages, label, height }: RankedPictureProps) {
  const { ticks, bars, heldBack, own, lines } = rankedPicture(chartView, averages, height)
  const isGrouped = chartView.comparison.peerGroupName !== null
  return (
    <div className="flex text-tiny tabular-nums text-ink-3" style={{ height }}>
      <SideTexts texts={ticks} className="mr-1.5 [&>span]:right-0" />
      <div className="relative flex-1 min-w-0">
        <StretchedDrawing label={label} width={PICTURE_WIDTH} height={height}>
          {ticks.map(({ y }) => (
            <path key={y} d={`M0 ${y}H${PICTURE_WIDTH}`} stroke="var(--line)" {...STILL} />
          ))}
          {heldBack !== '' && (
            <path
              className="mark"
              d={heldBack}
              fill="none"
              stroke="var(--line-field)"
              strokeDasharray="2 3"
              {...STILL}
            />
          )}
          {bars.map(({ role, path, ends }) => (
            <g key={role}>
              <path
                className={isPale(role) ? undefined : 'mark'}
                d={path}
                {...barLook(role, isGrouped)}
                {...STILL}
              />
              {isPale(role) && <path className="mark" d={ends} stroke="var(--line-field)" {...STILL} />}
            </g>
          ))}
          {lines.map(({ name, line }) => (
            <path
              key={name}
              className="mark"
              d={`M0 ${line}H${PICTURE_WIDTH}`}
              stroke={name === 'Target' ? 'var(--brand-mark)' : 'var(--ink-2)'}
              strokeWidth="1.5"
              strokeDasharray={name === 'Target' ? TARGET_DASHED : averageDashes[name]}
              {...STILL}
            />
          ))}
          {own !== null && (
            <path
              className="mark"
              d={`M${own.across * 10} ${OWN_LABEL_HEIGHT - 3}V${own.end}`}
              stroke="var(--ink-2)"
              {...STILL}
            />
          )}
          {own?.interval && (
            <path
              className="mark"
              d={
                own.interval.map(end => `M${own.across * 10 - 4} ${end}h8`).join('') +
                `M${own.across * 10} ${own.interval.join('V')}`
              }
              stroke="var(--ink)"
              strokeWidth="1.5"
              {...STILL}
            />
          )}
        </StretchedDrawing>
        {own !== null && <OwnLabel {...own} />}
      </div>
      <SideTexts
        texts={lines.map(({ label: y, text }) => ({ y, text }))}
        className="ml-1.5 text-ink-2 [&>span]:left-0"
      />
    </div>
  )
}

/** Beside the own bar, as far as there is room. The figure is whole in the narrowest picture; first the distance and then the name give way. */
const OwnLabel = ({ across, name, figure }: { across: number; name: string; figure: string }) => (
  <span
    aria-hidden="true"
    className="absolute top-0 flex whitespace-nowrap"
    style={{ left: 0, right: 0, flexDirection: across > 50 ? 'row-reverse' : 'row' }}
  >
    <span style={{ flex: `0 999 ${across > 50 ? 100 - across : across}%` }} />
    <span className="flex min-w-0 font-medium text-brand-text">
      <span className="cut min-w-0" title={name}>
        {name}
      </span>
      <span className="flex-none">, {figure}</span>
    </span>
  </span>
)

const STILL = { vectorEffect: 'non-scaling-stroke' } as const

/** Pale bars are seen by their ends, which have the contrast of a mark. */
const isPale = (role: ValueRole): boolean => role === 'peer' || role === 'rest'

const HALF_TONE = 'color-mix(in srgb, var(--brand-mark) 50%, var(--brand-line))'

/** As in the chart itself (src/browser/charts/marks/value-roles.ts), without patterns, which would be stretched. Of many bars only the ends are outlined: lines around thin ones would merge into a block of another colour. */
function barLook(role: ValueRole, isGrouped: boolean): SVGProps<SVGPathElement> {
  const looks: Record<ValueRole, SVGProps<SVGPathElement>> = {
    own: { fill: 'var(--brand-mark)', stroke: 'var(--ink)', strokeWidth: 1.4 },
    sameOrganisation: { fill: HALF_TONE, stroke: 'var(--ink-2)' },
    other: { fill: 'var(--brand-line)', stroke: 'var(--ink-2)' },
    peer: { fill: HALF_TONE },
    rest: { fill: isGrouped ? 'var(--sunken)' : 'var(--brand-line)' }
  }
  return looks[role]
}

/** Texts at their heights, in a column that is as wide as the widest. */
const SideTexts = ({ texts, className }: { texts: { y: number; text: string }[]; className: string }) => (
  <div aria-hidden="true" className={`relative ${className}`}>
    <div className="invisible grid h-0 overflow-hidden whitespace-nowrap">
      {texts.map(({ y, text }) => (
        <i key={y} className="not-italic">
          {text}
        </i>
      ))}
    </div>
    {texts.map(({ y, text }) => (
      <span key={y} className="absolute -translate-y-1/2 whitespace-nowrap" style={{ top: y }}>
        {text}
      </span>
    ))}
  </div>
)
