// The cells of the project that a chart can be built from, by names that no two of them share.

import { loadableStore } from '#browser/api/cache/loadable.ts'
import { call } from '#browser/api/call.ts'
import type { CellKey } from '#browser/features/explorer/builder/draft/chart-draft.ts'
import { listChartCells, type ChartCell } from '#contract/chart-parameters.ts'
import { numberDuplicateNames, type NamedCell } from '#domain/formulas/named-expression.ts'
import { groupBy } from '#lib/group-by.ts'
import { mapResult } from '#lib/result.ts'

/** Its name is 'Vacant WTE · Band 6', with its part of the questionnaire before it where that alone would be ambiguous. */
export type NamedChartCell = ChartCell & NamedCell & { key: string }

export const $cells = loadableStore<NamedChartCell[]>()

export const loadCells = (projectId: number): Promise<void> =>
  $cells.load(String(projectId), async () =>
    mapResult(await call(listChartCells, { query: { project_id: projectId } }), reply =>
      nameCells(reply.chart_cells)
    )
  )

export const chartCellKey = ({ question_id, row_id, column_id }: CellKey): string =>
  `${question_id}/${row_id}/${column_id}`

/** A question that stands in one row of a grid is mostly called as the row is. */
const shortName = ({ question_text, row_name, column_name }: ChartCell): string =>
  [...new Set([question_text, row_name, column_name])].filter(part => part !== '').join(' · ')

function nameCells(cells: readonly ChartCell[]): NamedChartCell[] {
  const unique = [...new Map(cells.map(cell => [chartCellKey(cell), cell])).values()]
  const longer = [
    shortName,
    (cell: ChartCell) => `${cell.sub_section_name}: ${shortName(cell)}`,
    (cell: ChartCell) => `${cell.section_name}, ${cell.sub_section_name}: ${shortName(cell)}`
  ]
  const times = longer.map(nameOf => groupBy(unique.map(nameOf), name => name))
  return numberDuplicateNames(
    unique.map(cell => {
      const names = longer.map(nameOf => nameOf(cell))
      const name = names.find((one, index) => times[index]?.get(one)?.length === 1) ?? names.at(-1)!
      const { question_id, row_id, column_id, unit: hint } = cell
      const reference = { question_id, row_id, column_id }
      return {
        ...cell,
        key: chartCellKey(cell),
        name: name.replaceAll(/[[\]]/g, ''),
        reference,
        options: [],
        hint
      }
    })
  )
}
