// Where an answer stands: a question and, in a grid, a row and a column.

export interface CellPlace {
  question_id: number
  row_id: number
  column_id: number
}

/** `question:row:column`; one text names one cell of a section everywhere. */
export const cellKey = (place: CellPlace): string => `${place.question_id}:${place.row_id}:${place.column_id}`

export const cellPlace = ({ question_id, row_id, column_id }: CellPlace): CellPlace => ({
  question_id,
  row_id,
  column_id
})
