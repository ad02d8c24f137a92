// Writes a workbook (.xlsx). A text is never a formula; a formula is an object of its own.

import { strToU8, zipSync } from 'fflate'
import { escapeFormula } from '#lib/escape-formula.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import { encodeText } from '#lib/xml.ts'
import { sheetAddress, columnName } from './addresses.ts'
import { serialOfDate } from './number-formats.ts'
import {
  ARCHIVE_DATE,
  packageParts,
  SHEET_NAMESPACE,
  sheetPart,
  STYLES_PART,
  XML_HEAD
} from './package-parts.ts'
import { Styles, type CellStyle } from './styles.ts'

export interface WrittenCell {
  /** A date is an object with its ISO text, to distinguish it from a text; a formula stands without `=`, with its value now. */
  value: string | number | { date: string } | { formula: string; result: string | number | null } | null
  style?: CellStyle
}

export interface WrittenRow {
  cells: readonly (WrittenCell | null)[]
  isHidden?: boolean
  /** In points; the program's default if omitted. */
  height?: number
}

export interface WrittenSheet {
  name: string
  rows: readonly WrittenRow[]
  /** Widths in characters; `count` columns in a row share one. */
  columns?: readonly { width: number; count?: number; isHidden?: boolean }[]
  isHidden?: boolean
  /** Only unlocked cells can be changed. No password: this prevents mistakes, not attacks. */
  isProtected?: boolean
  isLandscape?: boolean
  /** The first row is a heading: it stays in sight while the rest scrolls, and each column can be filtered. */
  hasHeading?: boolean
  validations?: readonly CellValidation[] | undefined
}

/** What a spreadsheet checks as cells are filled in. It asks and never refuses, so that a reason for having no figure can be entered. */
export interface CellValidation {
  cells: readonly string[]
  /** A range on any sheet that holds the options, or a condition on the first cell. */
  rule: { list: string } | { condition: string }
  /** Shown for content that breaks the rule; nothing is asked without it. */
  question?: string | undefined
  /** Shown beside a cell while it is selected. */
  note?: string | undefined
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The bytes of a workbook. Equal sheets give equal bytes. */
export function writeXlsx(sheets: readonly WrittenSheet[]): Uint8Array<ArrayBuffer> {
  const styles = new Styles()
  const parts = [
    ...packageParts(sheets, { hasFormula: sheets.some(hasFormula) }),
    // Sheets collect the styles.
    ...sheets.map((sheet, index) => [sheetPart(index), sheetDocument(sheet, styles)] as const)
  ]
  const files = [...parts, [STYLES_PART, styles.document()] as const].map(
    ([name, text]) => [name, strToU8(XML_HEAD + text)] as const
  )
  return zipSync(Object.fromEntries(files), { mtime: ARCHIVE_DATE })
}

/**
 * A valid sheet name for every spreadsheet program: at most 31 characters, none of []:*?/\ and no apostrophe
 * at either end.
 */
export function sheetName(text: string): string {
  const name = text
    .replace(/[[\]:*?/\\\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 31)
    .replace(/^[\s']+|[\s']+$/g, '')
  return name === '' || name.toLowerCase() === 'history' ? 'Section' : name
}

const hasFormula = ({ rows }: WrittenSheet): boolean =>
  rows.some(({ cells }) =>
    cells.some(cell => typeof cell?.value === 'object' && cell.value !== null && 'formula' in cell.value)
  )

export const FROZEN_HEADING =
  '<sheetView showGridLines="0" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'

/** The filters of a heading's columns; sizes count the heading and its columns. */
export const filterElement = (rows: number, columns: number): string =>
  `<autoFilter ref="A1:${sheetAddress(Math.max(1, rows - 1), Math.max(0, columns - 1))}"/>`

/** One sheet. The standard fixes the order of its elements; Excel rejects any other. */
function sheetDocument(
  { rows, columns = [], isProtected, isLandscape, hasHeading = false, validations = [] }: WrittenSheet,
  styles: Styles
): string {
  return (
    `<worksheet xmlns="${SHEET_NAMESPACE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<sheetViews>${hasHeading ? FROZEN_HEADING : '<sheetView showGridLines="0" workbookViewId="0"/>'}</sheetViews>` +
    (columns.length > 0 ? `<cols>${columnElements(columns).join('')}</cols>` : '') +
    `<sheetData>${rows.map((row, index) => rowElement(row, index, styles)).join('')}</sheetData>` +
    (isProtected ? '<sheetProtection sheet="1" formatCells="0" formatColumns="0" formatRows="0"/>' : '') +
    (hasHeading ? filterElement(rows.length, rows[0]?.cells.length ?? 1) : '') +
    (validations.length > 0
      ? `<dataValidations count="${validations.length}">${validations.map(validationElement).join('')}</dataValidations>`
      : '') +
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
    `<pageSetup paperSize="9" orientation="${isLandscape ? 'landscape' : 'portrait'}" fitToWidth="1" fitToHeight="0"/></worksheet>`
  )
}

/** Excel rejects a file with a longer text. */
const MAX_VALIDATION_TEXT = 255

function validationElement({ cells, rule, question, note }: CellValidation): string {
  const text = (name: string, words: string | undefined): string =>
    words === undefined || words === '' ? '' : ` ${name}="${encodeText(words.slice(0, MAX_VALIDATION_TEXT))}"`
  const [type, formula] = 'list' in rule ? ['list', rule.list] : ['custom', rule.condition]
  return (
    `<dataValidation type="${type}" errorStyle="warning" allowBlank="1" showInputMessage="${note ? 1 : 0}" ` +
    `showErrorMessage="${question ? 1 : 0}"${text('error', question)}${text('prompt', note)} sqref="${cells.join(' ')}">` +
    `<formula1>${escapeMarkup(formula)}</formula1></dataValidation>`
  )
}

function columnElements(columns: NonNullable<WrittenSheet['columns']>): string[] {
  let last = 0
  return columns.map(({ width, count = 1, isHidden }) => {
    const first = last + 1
    last += count
    return `<col min="${first}" max="${last}" width="${width}" customWidth="1"${isHidden ? ' hidden="1"' : ''}/>`
  })
}

export function rowElement({ cells, isHidden, height }: WrittenRow, row: number, styles: Styles): string {
  const content = cells.map((cell, column) =>
    cell === null ? '' : cellElement(cell, sheetAddress(row, column), styles)
  )
  const size = height === undefined ? '' : ` ht="${height}" customHeight="1"`
  return `<row r="${row + 1}"${size}${isHidden ? ' hidden="1"' : ''}>${content.join('')}</row>`
}

function cellElement({ value, style = {} }: WrittenCell, address: string, styles: Styles): string {
  const place = `r="${address}" s="${styles.numberOf(style)}"`
  if (value === null) return `<c ${place}/>`
  if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`
  if (typeof value === 'object' && 'formula' in value) return formulaElement(place, value)
  const serial = typeof value === 'object' ? serialOfDate(value.date) : null
  if (serial !== null) return `<c ${place}><v>${serial}</v></c>`
  const text = typeof value === 'object' ? value.date : escapeFormula(value)
  return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${encodeText(text)}</t></is></c>`
}

function formulaElement(
  place: string,
  { formula, result }: { formula: string; result: string | number | null }
): string {
  const type = typeof result === 'number' ? '' : ' t="str"'
  return `<c ${place}${type}><f>${escapeMarkup(formula)}</f><v>${encodeText(String(result ?? ''))}</v></c>`
}

/** A range on a sheet as a list's source names it. */
export const rangeOf = (sheet: string, column: number, firstRow: number, lastRow: number): string =>
  `'${sheet.replaceAll("'", "''")}'!$${columnName(column)}$${firstRow + 1}:$${columnName(column)}$${lastRow + 1}`
