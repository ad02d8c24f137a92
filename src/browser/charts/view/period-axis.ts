// The horizontal axis of charts over periods.

import type { Layout } from 'plotly.js'
import { escapeMarkup } from '#lib/text/markup.ts'
import type { PeriodValue } from './chart-view.ts'
import { TEXT_SIZE, type DrawContext } from './figure.ts'

/** Pixels between two names of periods. */
const PERIOD_NAME_GAP = 12

/** A provisional period has an asterisk, which a note explains. */
const periodLabel = ({ period, isProvisional }: PeriodValue): string =>
  `${period.time_period_name}${isProvisional ? '*' : ''}`

/** The names of the periods side by side. If not all fit, it is every second or third one, counted from the last. */
export function periodAxis(
  slots: readonly PeriodValue[],
  range: [from: number, to: number],
  width: number,
  context: DrawContext
): NonNullable<Layout['xaxis']> {
  const step = width / Math.max(1e-9, range[1] - range[0])
  const widest = Math.max(0, ...slots.map(slot => context.measureText(periodLabel(slot), TEXT_SIZE, 400)))
  const every = Math.max(1, Math.ceil((widest + PERIOD_NAME_GAP) / step))
  const shown = slots.map((_, at) => at).filter(at => (slots.length - 1 - at) % every === 0)
  return {
    fixedrange: true,
    range,
    tickmode: 'array',
    tickvals: shown,
    ticktext: shown.map(at => escapeMarkup(periodLabel(slots[at]!))),
    tickangle: 0,
    showgrid: false,
    zeroline: false,
    tickfont: { size: TEXT_SIZE, color: context.theme.ink2 }
  }
}

export const PROVISIONAL_NOTE = '* provisional'
