// Cells of grids: a file names question, row and column; `at` says which sub-section where that is not enough.
import { ancestor, nameIn, type Content, type Row } from './content.ts'
import type { NodeObject } from './shapes.ts'

type Axes = { row_id: string | null; column_id: string | null }

const axes = ({ refs }: Row): Axes => ({
  row_id: refs['row_id'] ?? null,
  column_id: refs['column_id'] ?? null
})

const nameOf = (key: string | null): string | null => (key === null ? null : nameIn(key))

/** `Questionnaire/Section/Sub-section`. */
const whereOf = (place: Row): string =>
  (['questionnaires', 'sections', 'sub_sections'] as const)
    .map(kind => nameIn(ancestor(place.key, kind)))
    .join('/')

/** The row and column that are meant, or what is wrong. */
export function placeOf(content: Content, question: string, node: NodeObject): Axes | string {
  const [row = null, column = null, at] = [node['row'], node['column'], node['at']] as (string | null)[]
  const found = [...content.question_memberships.values()].find(place => {
    if (place.refs['question_id'] !== question) return false
    const { row_id, column_id } = axes(place)
    return (
      nameOf(row_id) === row && nameOf(column_id) === column && (at === undefined || whereOf(place) === at)
    )
  })
  if (found) return axes(found)
  const cell = [row, column].filter(name => name !== null).join(', ')
  if (cell === '') return { row_id: null, column_id: null }
  return `the question "${nameIn(question)}" is not at ${cell}`
}

/** How a file names this cell, or undefined if no question stands there any more. */
export function nameOfPlace(content: Content, cell: Row): NodeObject | undefined {
  const question = cell.refs['question_id'] ?? ''
  const { row_id, column_id } = axes(cell)
  const node: NodeObject = {
    ...(row_id !== null && { row: nameIn(row_id) }),
    ...(column_id !== null && { column: nameIn(column_id) })
  }
  if (row_id === null && column_id === null) return node
  const isMeant = (found: Axes | string): boolean =>
    typeof found !== 'string' && found.row_id === row_id && found.column_id === column_id
  if (isMeant(placeOf(content, question, node))) return node
  const place = [...content.question_memberships.values()].find(
    one => one.refs['question_id'] === question && isMeant(axes(one))
  )
  return place && { ...node, at: whereOf(place) }
}
