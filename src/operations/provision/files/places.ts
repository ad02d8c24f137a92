// Cells of grids. A file names the question, row and column of a cell, and with `at` the sub-section if those are ambiguous.

import { ancestor, nameOfKey, type ContentTree, type ContentRow } from '#operations/provision/content.ts'
import type { NodeObject } from './shapes.ts'

type Axes = { row_id: string | null; column_id: string | null }

const axesOfRow = ({ refs }: ContentRow): Axes => ({
  row_id: refs['row_id'] ?? null,
  column_id: refs['column_id'] ?? null
})

const nameOfKeyOrNull = (key: string | null): string | null => (key === null ? null : nameOfKey(key))

/** `Questionnaire/Section/Sub-section`. */
const questionnairePath = (place: ContentRow): string =>
  (['questionnaires', 'sections', 'sub_sections'] as const)
    .map(kind => nameOfKey(ancestor(place.key, kind)))
    .join('/')

/** Finds the row and column that a node names, or returns the fault. */
export function axesOfNode(content: ContentTree, question: string, node: NodeObject): Axes | string {
  const [row = null, column = null, at] = [node['row'], node['column'], node['at']] as (string | null)[]
  const found = [...content.question_memberships.values()].find(place => {
    if (place.refs['question_id'] !== question) return false
    const { row_id, column_id } = axesOfRow(place)
    return (
      nameOfKeyOrNull(row_id) === row &&
      nameOfKeyOrNull(column_id) === column &&
      (at === undefined || questionnairePath(place) === at)
    )
  })
  if (found) return axesOfRow(found)
  const cell = [row, column].filter(name => name !== null).join(', ')
  if (cell === '') return { row_id: null, column_id: null }
  return `the question "${nameOfKey(question)}" is not at ${cell}`
}

/** How a file names this cell; undefined if it no longer has a question. */
export function nameOfGridCell(content: ContentTree, cell: ContentRow): NodeObject | undefined {
  const question = cell.refs['question_id'] ?? ''
  const { row_id, column_id } = axesOfRow(cell)
  const node: NodeObject = {
    ...(row_id !== null && { row: nameOfKey(row_id) }),
    ...(column_id !== null && { column: nameOfKey(column_id) })
  }
  if (row_id === null && column_id === null) return node
  const isThisCell = (found: Axes | string): boolean =>
    typeof found !== 'string' && found.row_id === row_id && found.column_id === column_id
  if (isThisCell(axesOfNode(content, question, node))) return node
  const place = [...content.question_memberships.values()].find(
    one => one.refs['question_id'] === question && isThisCell(axesOfRow(one))
  )
  return place && { ...node, at: questionnairePath(place) }
}
