// The figures of a chart that are not those of single submissions, as a table.

export interface FigureTable {
  columns: readonly { name: string; isNumber: boolean }[]
  rows: readonly (string | number | null)[][]
}
