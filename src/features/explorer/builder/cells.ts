// The cells of the project that a chart can be built from, by names that no two of them share.
import { atom } from 'nanostores'
import { call } from '#api/call.ts'
import { listChartCells, type ChartCell } from '#contract/chart-parameters.ts'
import { settled, type Loadable } from '#lib/loadable.ts'
import type { CellKey } from './chart-draft.ts'

export interface NamedCell extends ChartCell {
  key: string
  /** 'Vacant WTE · Band 6', with its part of the questionnaire before it where that alone would be ambiguous. */
  name: string
}

export const $cells = atom<Loadable<NamedCell[]>>({ state: 'loading' })

let wanted = 0

export async function loadCells(projectId: number): Promise<void> {
  if (wanted === projectId && $cells.get().state === 'ready') return
  wanted = projectId
  $cells.set({ state: 'loading' })
  const result = await call(listChartCells, { query: { project_id: projectId } })
  if (wanted === projectId) $cells.set(settled(result, reply => named(reply.chart_cells)))
}

export const keyOf = ({ question_id, row_id, column_id }: CellKey): string =>
  `${question_id}/${row_id}/${column_id}`

const shortName = ({ question_text, row_name, column_name }: ChartCell): string =>
  [question_text, row_name, column_name].filter(part => part !== '').join(' · ')

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
    return { ...cell, key: keyOf(cell), name: longer[level < 0 ? longer.length - 1 : level]!(cell).replaceAll(/[[\]]/g, '') }
  })
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
