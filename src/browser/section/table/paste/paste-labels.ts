// Recognises headings and row names in a pasted block, so that figures go to the rows and columns that they are
// named after, and no name is entered as an answer.

import { foldLineName, type TableModel } from '#browser/section/state/model.ts'
import type { PastedBlock } from '#browser/section/table/paste.ts'
import { parseNumber } from '#domain/answers/number-input.ts'
import type { LabelMatch } from './paste-report.ts'

export interface PastedValue {
  /** Null if the table has no row or column of this name. */
  row: number | null
  column: number | null
  text: string
  /** The names that the block gives it. */
  names: string[]
  /** It stands beside or below the others as their total. */
  isTotal: boolean
}

type NamedTable = Pick<TableModel, 'rowNames' | 'columnNames' | 'subSection'>

/** 'Day shift: planned & actual' and 'day shift planned and actual' are one name. */
const foldPunctuation = (name: string): string =>
  foldLineName(
    name
      .normalize('NFKD')
      .replaceAll('&', ' and ')
      .replace(/[^\p{L}\p{N}\s%]/gu, ' ')
  )

/**
 * Where a table has a name, with or without the unit that files write behind it, and whatever its punctuation; null if
 * nowhere or twice.
 */
function lineNamed(names: readonly string[], label: string): number | null {
  const bare = label.replace(/ ?\([^()]*\)$/, '')
  const readings = [
    [label, foldLineName],
    [bare, foldLineName],
    [label, foldPunctuation],
    [bare, foldPunctuation]
  ] as const
  for (const [text, fold] of readings) {
    const wanted = fold(text)
    const [at, ...more] = names.flatMap((name, index) =>
      wanted !== '' && fold(name) === wanted ? [index] : []
    )
    if (at !== undefined) return more.length > 0 ? null : at
  }
  return null
}

const isNumber = (text: string): boolean => parseNumber(text, { isPercentage: true }).kind === 'number'

/**
 * Whether a line of a block consists of names: at least half of its texts are names of the table, each once. Names
 * that are numbers, such as years, could be answers; they count only beside other names.
 */
function isLabelLine(texts: readonly string[], names: readonly string[], mayBeNumbers = false): boolean {
  const filled = texts.filter(text => text.trim() !== '')
  const places = filled.flatMap(text => lineNamed(names, text) ?? [])
  const isFigureAmong = filled.some(text => isNumber(text) && lineNamed(names, text) === null)
  const isNamed = places.length > 0 && places.length * 2 >= filled.length && !isFigureAmong
  return isNamed && new Set(places).size === places.length && (mayBeNumbers || !filled.every(isNumber))
}

/** The place of each label; null for one that is no name, or that the block has twice. */
function namedPlaces(names: readonly string[], labels: readonly string[]): (number | null)[] {
  const places = labels.map(label => lineNamed(names, label))
  return places.map(place => (places.indexOf(place) === places.lastIndexOf(place) ? place : null))
}

export interface BlockLabels {
  rows: readonly string[] | null
  columns: readonly string[] | null
}

/** The row names in the first column of a block, and the headings in its first row. */
export function labelsOf(block: PastedBlock, { rowNames, columnNames }: NamedTable): BlockLabels {
  const firstCells = block.map(cells => cells[0] ?? '')
  const [corner = '', ...below] = firstCells
  const isWide = block.some(cells => cells.length > 1)
  const hasNames = isWide && !isNumber(corner) && isLabelLine(below.length > 0 ? below : firstCells, rowNames)
  const heads = (block[0] ?? []).slice(hasNames ? 1 : 0)
  const hasHeads = below.length > 0 && isLabelLine(heads, columnNames, hasNames)
  return { rows: hasNames ? firstCells.slice(hasHeads ? 1 : 0) : null, columns: hasHeads ? heads : null }
}

/** A block without names. */
export const NO_LABELS: BlockLabels = { rows: null, columns: null }

/** Each name of a block, and the line that it is. */
export function matchLabels(table: NamedTable, { rows, columns }: BlockLabels): LabelMatch[] {
  const matchOf = (kind: LabelMatch['kind'], labels: readonly string[], names: readonly string[]) => {
    const places = namedPlaces(names, labels)
    return labels.flatMap((label, index): LabelMatch[] => {
      const place = places[index] ?? null
      const name = place === null ? null : (names[place] ?? null)
      return label.trim() === ''
        ? []
        : [{ kind, label: label.trim(), name, isTotal: isTotalLabel(table, kind, label) }]
    })
  }
  return [
    ...matchOf('column', columns ?? [], table.columnNames),
    ...matchOf('row', rows ?? [], table.rowNames)
  ]
}

/** The total of the columns stands in a row, and that of the rows in a column. */
function isTotalLabel(
  { rowNames, columnNames, subSection }: NamedTable,
  kind: LabelMatch['kind'],
  label: string
): boolean {
  const isShown = kind === 'row' ? subSection.show_column_totals : subSection.show_row_totals
  const names = kind === 'row' ? rowNames : columnNames
  return isShown && foldLineName(label) === 'total' && lineNamed(names, label) === null
}

/**
 * Assigns each value of a block that was pasted at a position to a row and a column: by its names, otherwise in order.
 */
export function placeValues(
  block: PastedBlock,
  table: NamedTable,
  at: { row: number; column: number },
  labels: BlockLabels
): PastedValue[] {
  const rowAt = placesInOrder(labels.rows, table.rowNames, at.row)
  const columnAt = placesInOrder(labels.columns, table.columnNames, at.column)
  return block.slice(labels.columns === null ? 0 : 1).flatMap((cells, down) =>
    cells.slice(labels.rows === null ? 0 : 1).map((text, across) => {
      const [row, column] = [labels.rows?.[down], labels.columns?.[across]]
      return {
        row: rowAt(down),
        column: columnAt(across),
        text,
        names: [row, column].filter(name => name !== undefined),
        isTotal:
          (row !== undefined && isTotalLabel(table, 'row', row)) ||
          (column !== undefined && isTotalLabel(table, 'column', column))
      }
    })
  )
}

function placesInOrder(
  labels: readonly string[] | null,
  names: readonly string[],
  from: number
): (index: number) => number | null {
  if (labels === null) return index => from + index
  const places = namedPlaces(names, labels)
  return index => places[index] ?? null
}
