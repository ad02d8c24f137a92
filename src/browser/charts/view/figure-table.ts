// A table of a chart's figures, for kinds whose figures are not one value for each submission.

export interface FigureTable {
  columns: readonly { name: string; isNumber: boolean; isCount?: boolean }[]
  rows: readonly (string | number | null)[][]
}
