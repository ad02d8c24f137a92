// How each kind of chart is drawn. A new one is a record in src/contract/chart-kinds.ts, a file in kinds/ and a
// line here.

import type { OutputName } from '#contract/chart-kinds.ts'
import { barRanked } from './kinds/bar-ranked.ts'
import { drawBoxPlot } from './kinds/box.ts'
import { control } from './kinds/control.ts'
import { distribution } from './kinds/distribution.ts'
import { funnel, funnelAbsence, funnelNotes } from './kinds/funnel.ts'
import { drawOwnSubmissions } from './kinds/own-submissions.ts'
import { drawStackedBars } from './kinds/stacked.ts'
import { trend } from './kinds/trend.ts'
import type { RoleMarks } from './marks/value-roles.ts'
import type { ChartView } from './view/chart-view.ts'
import { controlAbsence, controlNotes, controlTable } from './view/control-view.ts'
import type { FigureTable } from './view/figure-table.ts'
import type { ChartFigure, DrawContext } from './view/figure.ts'
import {
  ownSubmissionsAbsence,
  ownSubmissionsNotes,
  ownSubmissionsTable
} from './view/own-submissions-view.ts'
import { averagesOnlyText } from './words/disclosure-text.ts'

/** A kind is drawn by plotly from a figure, or it is a table or a text on the page. */
export type DrawnKind =
  | {
      is: 'figure'
      figure: (chartView: ChartView, context: DrawContext) => ChartFigure
      /** Why it cannot be drawn although the chart has figures; null where it can. */
      absence?: (chartView: ChartView) => string | null
      /** It marks verdicts. */
      showsVerdicts?: true
      /** As what it draws each submission by its role, which its legend explains; others write names beside their marks. */
      roleMarks?: RoleMarks
      /** It can draw the intervals of values. */
      hasIntervals?: true
      /** It counts every value, also those that the reply does not list. */
      countsAll?: true
      /** What is said below it, and in what is exported. */
      notes?: (chartView: ChartView) => string[]
      /** Its figures as a table, where they are not those of the submissions. */
      table?: (chartView: ChartView) => FigureTable
    }
  | { is: 'table' }
  | { is: 'text' }

export const drawnKinds: Record<OutputName, DrawnKind> = {
  bar_ranked: { is: 'figure', figure: barRanked, roleMarks: 'bar', showsVerdicts: true, hasIntervals: true },
  funnel: { is: 'figure', figure: funnel, showsVerdicts: true, absence: funnelAbsence, notes: funnelNotes },
  control: {
    is: 'figure',
    figure: control,
    absence: controlAbsence,
    notes: controlNotes,
    table: controlTable
  },
  box: { is: 'figure', figure: drawBoxPlot, roleMarks: 'dot' },
  distribution: { is: 'figure', figure: distribution, absence: averagesOnlyText, countsAll: true },
  trend: { is: 'figure', figure: trend },
  stacked: { is: 'figure', figure: drawStackedBars },
  own_submissions: {
    is: 'figure',
    figure: drawOwnSubmissions,
    absence: ownSubmissionsAbsence,
    notes: ownSubmissionsNotes,
    table: ownSubmissionsTable
  },
  table: { is: 'table' },
  text: { is: 'text' }
}

/** What is said below the open kind of chart. */
export function kindNotes(chartView: ChartView): string[] {
  const kind = drawnKinds[chartView.data.output_type.output_name]
  return kind.is === 'figure' && isDrawn(kind, chartView) ? (kind.notes?.(chartView) ?? []) : []
}

/** Whether the open kind of chart shows single values, of which the reply may not list all. */
export function listsValues(chartView: ChartView): boolean {
  const kind = drawnKinds[chartView.data.output_type.output_name]
  return kind.is !== 'figure' || kind.countsAll !== true
}

/** The figures of the open kind of chart, where they are not those of the submissions. */
export function kindTable(chartView: ChartView): FigureTable | null {
  const kind = drawnKinds[chartView.data.output_type.output_name]
  return kind.is === 'figure' && isDrawn(kind, chartView) ? (kind.table?.(chartView) ?? null) : null
}

const isDrawn = (kind: Extract<DrawnKind, { is: 'figure' }>, chartView: ChartView): boolean =>
  (kind.absence?.(chartView) ?? null) === null
