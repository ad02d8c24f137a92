// Totals and other calculated cells as formulas, so that a spreadsheet shows them while people fill in the sheet.

import type { SectionModel } from '#browser/section/state/model.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { spreadsheetFormula } from '#domain/formulas/spreadsheet-formula.ts'
import { groupBy } from '#lib/group-by.ts'
import { sheetAddress } from '#lib/xlsx/addresses.ts'

interface Place {
  row: number
  column: number
}

/** The formula of each calculated cell that a spreadsheet calculates as the product does, by its key. */
export function sheetFormulas(
  { cells, derivation }: SectionModel,
  places: ReadonlyMap<string, Place>
): Map<string, string> {
  const faulty = new Set(derivation.faults.map(({ key }) => key))
  const isNumberOnSheet = (key: string): boolean => {
    const question = cells.get(key)?.question
    // A hidden cell is blank here, while the sheet shows what it holds.
    return question !== undefined && question.visible_if === null && typeOf(question).exportedAs === 'number'
  }
  const formulas = new Map<string, string>()
  for (const { key, question } of cells.values()) {
    const { expression } = question
    if (typeOf(question).entry !== 'calculated' || expression === null) continue
    if (faulty.has(key) || !isNumberOnSheet(key) || !places.has(key)) continue
    const formula = spreadsheetFormula(expression, reference => {
      const keys = derivation.keysOf(reference)
      // Spare rows that the sheet leaves out are blank.
      return keys.every(isNumberOnSheet) ? rangesOf(keys.flatMap(one => places.get(one) ?? [])) : null
    })
    if (formula !== null) formulas.set(key, formula)
  }
  return formulas
}

/** Cells as ranges: those below each other in one column are one. */
function rangesOf(places: readonly Place[]): string[] {
  return [...groupBy(places, ({ column }) => column)].flatMap(([column, inColumn]) => {
    const ranges: { first: number; last: number }[] = []
    for (const row of inColumn.map(place => place.row).toSorted((a, b) => a - b)) {
      const range = ranges.at(-1)
      if (range?.last === row - 1) range.last = row
      else ranges.push({ first: row, last: row })
    }
    return ranges.map(({ first, last }) =>
      first === last
        ? sheetAddress(first, column)
        : `${sheetAddress(first, column)}:${sheetAddress(last, column)}`
    )
  })
}
