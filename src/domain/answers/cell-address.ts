// Identifies a cell: a question and, in a grid, a row and a column.

export interface CellAddress {
  question_id: number
  row_id: number
  column_id: number
}

/** `question:row:column`: the key of a cell within its section. */
export const cellKey = (address: CellAddress): string =>
  `${address.question_id}:${address.row_id}:${address.column_id}`

export const cellAddress = ({ question_id, row_id, column_id }: CellAddress): CellAddress => ({
  question_id,
  row_id,
  column_id
})
