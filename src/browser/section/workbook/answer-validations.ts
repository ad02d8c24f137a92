// What a spreadsheet asks about while a section's numbers and dates are filled in, and the guidance that it shows beside a cell.

import type { Question } from '#contract/questionnaires.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { groupBy } from '#lib/group-by.ts'
import { sheetAddress } from '#lib/xlsx/addresses.ts'
import type { CellValidation } from '#lib/xlsx/write.ts'
import { NOT_APPLICABLE, NOT_AVAILABLE } from './exported-answer.ts'
import type { ExportedSection } from './exported-cells.ts'
import { guidanceOf, howToAnswer } from './instructions.ts'
import type { SheetPosition } from './sheet-rows.ts'

export function answerValidations(
  exported: ExportedSection,
  positions: readonly SheetPosition[]
): CellValidation[] {
  const checked = positions.flatMap(({ key, row, column }) => {
    const question = exported.cells.get(key)?.cell.question
    return question !== undefined && ['number', 'date'].includes(typeOf(question).exportedAs)
      ? [{ question, address: sheetAddress(row, column), rule: ruleOf(question) }]
      : []
  })
  return [...groupBy(checked, ({ rule }) => rule.key).values()].map(cells => {
    const [{ address, question, rule }] = cells as [(typeof cells)[number]]
    return {
      cells: cells.map(cell => cell.address),
      rule: { condition: rule.conditionAt(address) },
      question: `${howToAnswer(question)}. You can also write “${NOT_APPLICABLE}” or “${NOT_AVAILABLE}”.`,
      note: guidanceOf(question)
    }
  })
}

/** Cells with the same key are checked and explained alike. */
function ruleOf(question: Question): { key: string; conditionAt: (address: string) => string } {
  const { exportedAs, fixedDecimals } = typeOf(question)
  const isDate = exportedAs === 'date'
  const decimals = fixedDecimals ?? question.decimal_places
  const limits = [
    ...(question.min_value === null || isDate ? [] : [`>=${question.min_value}`]),
    ...(question.max_value === null || isDate ? [] : [`<=${question.max_value}`])
  ]
  const conditionAt = (address: string): string => {
    const isNumber = [
      `ISNUMBER(${address})`,
      ...limits.map(limit => `${address}${limit}`),
      ...(isDate || decimals === null ? [] : [`ROUND(${address},${decimals})=${address}`])
    ]
    const reasons = [NOT_APPLICABLE, NOT_AVAILABLE].map(reason => `${address}="${reason}"`)
    return `OR(AND(${isNumber.join(',')}),${reasons.join(',')})`
  }
  return {
    key: JSON.stringify([isDate, limits, decimals, howToAnswer(question), guidanceOf(question)]),
    conditionAt
  }
}
