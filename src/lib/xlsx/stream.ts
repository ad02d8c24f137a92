// Writes a workbook row by row, so that it may be larger than memory.

import { packageParts, SHEET_NAMESPACE, sheetPart, STYLES_PART, XML_HEAD } from './package-parts.ts'
import { Styles } from './styles.ts'
import { filterElement, FROZEN_HEADING, rowElement, type WrittenCell } from './write.ts'
import { zipStream, type ArchivePart } from './zip-stream.ts'

export interface StreamedSheet {
  name: string
  headings: readonly string[]
  /** The rows below the headings, in batches. */
  rows: AsyncIterable<readonly (readonly WrittenCell[])[]>
}

/** The bytes of a workbook whose sheets have a heading each. */
export function streamXlsx(sheets: readonly StreamedSheet[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const styles = new Styles()
  const fixed = packageParts(sheets).map(([name, text]) => archivePart(name, () => text))
  const written = sheets.map((sheet, index) => ({ name: sheetPart(index), text: sheetText(sheet, styles) }))
  // Sheets collect the styles.
  return zipStream([...fixed, ...written, archivePart(STYLES_PART, () => styles.document())])
}

const archivePart = (name: string, textOf: () => string): ArchivePart => ({
  name,
  text: (async function* text() {
    yield XML_HEAD + textOf()
  })()
})

async function* sheetText({ headings, rows }: StreamedSheet, styles: Styles): AsyncGenerator<string> {
  yield `${XML_HEAD}<worksheet xmlns="${SHEET_NAMESPACE}"><sheetViews>${FROZEN_HEADING}</sheetViews><sheetData>`
  const heading = headings.map(value => ({ value, style: { isBold: true } }))
  yield rowElement({ cells: heading }, 0, styles)
  let count = 1
  for await (const batch of rows) {
    yield batch.map((cells, index) => rowElement({ cells }, count + index, styles)).join('')
    count += batch.length
  }
  yield `</sheetData>${filterElement(count, headings.length)}</worksheet>`
}
