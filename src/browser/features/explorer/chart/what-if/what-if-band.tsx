import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { formatFigure } from '#browser/charts/labels/measure.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { numeratorName, numeratorNoun, rankAbsence, whatIfSentence } from '#browser/charts/what-if/what-if.ts'
import { Button, IconButton } from '#browser/ui/button.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import type { MetaData } from '#contract/charts.ts'
import { figureText } from '#domain/figures/shown-figures.ts'
import { numeratorDecimals } from '#domain/figures/what-if.ts'
import { SupposedInput } from './supposed-input.tsx'
import {
  closeWhatIf,
  numeratorFault,
  openWhatIf,
  stepNumerator,
  stepValue,
  setSupposition,
  type OpenWhatIf
} from './what-if.ts'

const STRIPED = 'repeating-linear-gradient(135deg, var(--brand-tint) 0 6px, var(--surface) 6px 9px)'
const TEXT_BACKING = 'px-1.5 py-0.5 rounded-sm bg-surface'

interface WhatIfBandProps {
  chartView: ChartView
  metaData: MetaData | null
  whatIf: OpenWhatIf
}

/** Above the chart while a figure is supposed: says that it is not saved and what it changes, and has its input fields. */
export function WhatIfBand({ chartView, metaData, whatIf }: WhatIfBandProps) {
  const { basis, saved, supposed, isChanged } = whatIf
  const { measure } = chartView
  const noun = numeratorNoun(measure, metaData)
  const absence = rankAbsence(chartView)
  const { numerator } = supposed
  return (
    <BandFrame>
      <div className="flex items-start gap-2.5">
        <h2 className={`${TEXT_BACKING} text-small font-semibold text-brand-text whitespace-nowrap`}>
          What if: not saved
        </h2>
        <p role="status" className={`${TEXT_BACKING} flex-1`}>
          {isChanged
            ? whatIfSentence(saved, supposed, basis, measure, noun)
            : 'Drag the end of your bar, or enter a number.'}
        </p>
        <IconButton icon={X} label="End what if" kind="quiet" size="s" onClick={closeWhatIf} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        {numerator !== null && (
          <SupposedInput
            label={numeratorName(noun, basis)}
            text={figureText(numerator, numeratorDecimals(basis))}
            onNumber={typed => setSupposition(chartView, { numerator: typed })}
            faultOf={typed => numeratorFault(basis, typed)}
            onStep={steps => setSupposition(chartView, stepNumerator(basis, numerator, steps))}
          />
        )}
        <SupposedInput
          label={measure.unit === '' ? 'Value' : `Value, ${measure.unit}`}
          text={formatFigure(supposed.value, measure.decimal_places)}
          isPercentage={measure.unit.trim() === '%'}
          onNumber={value => setSupposition(chartView, { value })}
          onStep={steps => setSupposition(chartView, stepValue(basis, supposed, steps))}
        />
        <Button size="s" disabled={!isChanged} onClick={() => openWhatIf(chartView)}>
          Reset
        </Button>
      </div>
      {absence !== null && (
        <p className={`${TEXT_BACKING} w-max max-w-full text-tiny text-ink-2`}>{absence}</p>
      )}
    </BandFrame>
  )
}

/** Takes the focus from the button that opened it, which disappears. In small windows that also scrolls it into view. */
function BandFrame({ children }: { children: ReactNode }) {
  const band = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) band.current?.focus()
  }, [])
  return (
    <section
      ref={band}
      tabIndex={-1}
      aria-label="What if"
      className="print:hidden mb-2 px-3 py-2 grid gap-1.5 rounded-lg border-1.5 border-dashed border-brand-mark text-small"
      style={{ backgroundImage: STRIPED }}
    >
      {children}
    </section>
  )
}
