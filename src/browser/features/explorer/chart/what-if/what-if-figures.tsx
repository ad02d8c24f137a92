import { formatValue } from '#browser/charts/labels/measure.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import {
  distanceText,
  gapText,
  gapLineName,
  numeratorNoun,
  whatIfRows
} from '#browser/charts/what-if/what-if.ts'
import type { MetaData } from '#contract/charts.ts'
import type { Gap, WhatIfBasis } from '#domain/figures/what-if.ts'
import { setSupposition, type OpenWhatIf } from './what-if.ts'

interface WhatIfFiguresProps {
  chartView: ChartView
  metaData: MetaData | null
  whatIf: OpenWhatIf
}

const WHAT_IF_HEAD = 'pb-1 text-tiny font-medium text-right'
const FIGURE_CELL = 'py-[3px] pl-2 max-[360px]:pl-1 num'

/** The saved and the supposed own figures, and how far both are from each line. */
export function WhatIfFigures({ chartView, metaData, whatIf }: WhatIfFiguresProps) {
  const { basis, saved, supposed } = whatIf
  const { measure } = chartView
  const noun = numeratorNoun(measure, metaData)
  return (
    <>
      <table className="w-[calc(100%-32px)] mx-4 my-3 text-small">
        <caption className="sr-only">Saved and what-if figures</caption>
        <WhatIfHead first="" />
        <tbody>
          {whatIfRows(saved, supposed, basis, measure, noun).map(row => (
            <tr key={row.term}>
              <th scope="row" className="py-[3px] font-normal text-left text-ink-2">
                {row.term}
              </th>
              <td className={FIGURE_CELL}>{row.saved}</td>
              <td className={`${FIGURE_CELL} text-brand-text font-semibold`}>{row.supposed}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {supposed.gaps.length > 0 && (
        <table className="w-[calc(100%-32px)] mx-4 mt-0 mb-3 pt-2 text-small">
          <caption className="sr-only">
            What it takes to reach each line{noun === '' ? '' : `, in ${noun}`}
          </caption>
          <WhatIfHead first="To reach" />
          <tbody>
            {supposed.gaps.map((gap, at) => (
              <tr key={gap.line} className="align-top">
                <th scope="row" className="py-[3px] font-normal text-left">
                  <button
                    type="button"
                    className="text-small text-left text-button"
                    title={`Try ${formatValue(gap.level, measure)}`}
                    onClick={() => setSupposition(chartView, supposeReaching(gap, whatIf))}
                  >
                    {gapLineName(gap.line, measure)}, {formatValue(gap.level, measure)}
                  </button>
                </th>
                <GapCell gap={saved.gaps[at]!} basis={basis} chartView={chartView} noun={noun} />
                <GapCell gap={gap} basis={basis} chartView={chartView} noun={noun} isSupposed />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="px-4 pb-3 text-tiny text-ink-3">
        All other values stay the same. Nothing here is saved or exported.
      </p>
    </>
  )
}

/** The numerator that reaches a line; without one, the value of the line. */
function supposeReaching({ level, numeratorChange }: Gap, { supposed }: OpenWhatIf) {
  return supposed.numerator === null || numeratorChange === null
    ? { value: level }
    : { numerator: supposed.numerator + numeratorChange }
}

function WhatIfHead({ first }: { first: string }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="pb-1 text-tiny font-medium text-left text-ink-2">
          {first}
        </th>
        <th scope="col" className={`${WHAT_IF_HEAD} text-ink-3`}>
          Saved
        </th>
        <th scope="col" className={`${WHAT_IF_HEAD} text-brand-text`}>
          What if
        </th>
      </tr>
    </thead>
  )
}

interface GapCellProps {
  gap: Gap
  basis: WhatIfBasis
  chartView: ChartView
  noun: string
  isSupposed?: boolean
}

function GapCell({ gap, basis, chartView, noun, isSupposed = false }: GapCellProps) {
  return (
    <td className={`${FIGURE_CELL} whitespace-nowrap`}>
      <span className={isSupposed ? 'font-semibold text-brand-text' : ''}>
        {gapText(gap, basis, chartView.measure, noun)}
      </span>
      <span className="block text-tiny text-ink-3">{distanceText(gap, chartView.measure)}</span>
    </td>
  )
}
