// Converts spreadsheet addresses. Rows and columns count from 0.

/** 0 is A, 25 is Z, 26 is AA. */
export function columnName(column: number): string {
  const before = Math.floor(column / 26)
  return (before > 0 ? columnName(before - 1) : '') + String.fromCharCode(65 + (column % 26))
}

export const sheetAddress = (row: number, column: number): string => `${columnName(column)}${row + 1}`

export function parseAddress(address: string): { row: number; column: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(address) ?? []
  if (letters === undefined || digits === undefined) return null
  return {
    row: Number(digits) - 1,
    column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  }
}
