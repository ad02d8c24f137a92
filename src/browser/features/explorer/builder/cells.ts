// The cells of the project that a chart can be built from, by names that no two of them share.
import { call } from '#browser/api/call.ts'
import { listChartCells, type ChartCell } from '#contract/chart-parameters.ts'
import { loadableStore } from '#lib/loadable.ts'
import { mapResult } from '#lib/result.ts'
import type { CellKey } from './chart-draft.ts'

export interface NamedCell extends ChartCell {
  key: string
  /** 'Vacant WTE · Band 6', with its part of the questionnaire before it where that alone would be ambiguous. */
  name: string
}

export const $cells = loadableStore<NamedCell[]>()

export const loadCells = (projectId: number): Promise<void> =>
  $cells.load(String(projectId), async () =>
    mapResult(await call(listChartCells, { query: { project_id: projectId } }), reply =>
      named(reply.chart_cells)
    )
  )

export const keyOf = ({ question_id, row_id, column_id }: CellKey): string =>
  `${question_id}/${row_id}/${column_id}`

/** A question that stands in one row of a grid is mostly called as the row is. */
const shortName = ({ question_text, row_name, column_name }: ChartCell): string =>
  [...new Set([question_text, row_name, column_name])].filter(part => part !== '').join(' · ')

function named(cells: readonly ChartCell[]): NamedCell[] {
  const unique = [...new Map(cells.map(cell => [keyOf(cell), cell])).values()]
  const longer = [
    shortName,
    (cell: ChartCell) => `${cell.sub_section_name}: ${shortName(cell)}`,
    (cell: ChartCell) => `${cell.section_name}, ${cell.sub_section_name}: ${shortName(cell)}`,
    (cell: ChartCell) => `${shortName(cell)} (${keyOf(cell)})`
  ]
  const counts = longer.map(nameOf => countsOf(unique.map(nameOf)))
  return unique.map(cell => {
    const level = longer.findIndex((nameOf, index) => counts[index]!.get(nameOf(cell)) === 1)
    return {
      ...cell,
      key: keyOf(cell),
      name: longer[level < 0 ? longer.length - 1 : level]!(cell).replaceAll(/[[\]]/g, '')
    }
  })
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
