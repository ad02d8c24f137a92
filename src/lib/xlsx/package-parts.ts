// The parts of a workbook's file beside its sheets and styles.

import { encodeText } from '#lib/xml.ts'

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Archives cannot store dates before 1980, and the current date would make each file different. */
export const ARCHIVE_DATE = new Date(1980, 0, 1)

/** The name of a sheet's part in the file, by its position. */
export const sheetPart = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`
export const STYLES_PART = 'xl/styles.xml'

interface NamedSheet {
  name: string
  isHidden?: boolean
}

/** Names and texts of the parts, in the order in which programs expect them. */
export const packageParts = (
  sheets: readonly NamedSheet[],
  { hasFormula = false } = {}
): [name: string, text: string][] => [
  ['[Content_Types].xml', contentTypes(sheets.length)],
  ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
  [
    'xl/_rels/workbook.xml.rels',
    relations([
      ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['styles', 'styles.xml']
    ])
  ],
  ['xl/workbook.xml', workbookDocument(sheets, hasFormula)]
]

function workbookDocument(sheets: readonly NamedSheet[], hasFormula: boolean): string {
  const list = sheets.map(
    ({ name, isHidden }, index) =>
      `<sheet name="${encodeText(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`
  )
  return `<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${DOCUMENT}"><sheets>${list.join('')}</sheets>${hasFormula ? '<calcPr fullCalcOnLoad="1"/>' : ''}</workbook>`
}

const relations = (list: readonly (readonly [string, string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${list
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`
    )
    .join('')}</Relationships>`

function contentTypes(sheets: number): string {
  const override = (part: string, type: string): string =>
    `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`
  return (
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    override('workbook', 'sheet.main') +
    Array.from({ length: sheets }, (_, index) => override(`worksheets/sheet${index + 1}`, 'worksheet')).join(
      ''
    ) +
    `${override('styles', 'styles')}</Types>`
  )
}
