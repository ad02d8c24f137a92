// Detects a file's format by its first bytes, because its name can be wrong.

import { err, ok, type Result } from '#lib/result.ts'
import type { ImportedFile } from './imported-file.ts'
import { readCsvWorkbook } from './read-csv-workbook.ts'
import { readXlsxWorkbook } from './read-xlsx-workbook.ts'

/** Far above the size of any workbook from here. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024

export const WORKBOOK_TOO_LARGE =
  'The file is larger than 10 MB, far more than any workbook from here. Choose the workbook that you downloaded here.'

const knownSignatures: { starts: readonly number[]; sentence: string }[] = [
  {
    starts: [0xd0, 0xcf, 0x11, 0xe0],
    sentence:
      'This workbook is in the old format (.xls) or has a password. Save it as .xlsx without a password.'
  },
  {
    starts: [0x25, 0x50, 0x44, 0x46],
    sentence: 'This is a PDF, not a workbook. Choose the .xlsx or .csv file.'
  },
  {
    starts: [0x89, 0x50, 0x4e, 0x47],
    sentence: 'This is a picture, not a workbook. Choose the .xlsx or .csv file.'
  },
  {
    starts: [0xff, 0xd8, 0xff],
    sentence: 'This is a picture, not a workbook. Choose the .xlsx or .csv file.'
  },
  {
    starts: [0x3c],
    sentence: 'This is a web page or another XML file, not a workbook. Choose the .xlsx or .csv file.'
  },
  { starts: [0x7b], sentence: 'This is a data or text file of another kind. Choose the .xlsx or .csv file.' }
]

/** Parses the sections of a file, or returns a sentence that says why it cannot be used. */
export function readWorkbook(bytes: Uint8Array): Result<ImportedFile[]> {
  if (bytes.length === 0) return err('The file is empty.')
  if (bytes.length > MAX_UPLOAD_BYTES) return err(WORKBOOK_TOO_LARGE)
  if (startsWith(bytes, [0x50, 0x4b])) {
    const sentence = otherSpreadsheet(bytes)
    return sentence === null ? readXlsxWorkbook(bytes) : err(sentence)
  }
  const other = knownSignatures.find(({ starts }) => startsWith(bytes, starts))
  if (other !== undefined) return err(other.sentence)
  const file = readCsvWorkbook(bytes)
  return file.ok ? ok([file.value]) : file
}

/** The first file of an archive tells which program has written it. */
const MAX_ARCHIVE_START = 512

function otherSpreadsheet(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, MAX_ARCHIVE_START))
  if (start.includes('application/vnd.oasis.opendocument'))
    return 'This is an OpenDocument file (.ods). In LibreOffice choose File, Save As and the type “Excel 2007–365 (.xlsx)”, then choose that file.'
  if (/Index\/[\w-]+\.iwa/.test(start))
    return 'This is a Numbers file. In Numbers choose File, Export To, Excel, then choose that file.'
  return null
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)
