// A downloaded section is opened, recalculated and saved by LibreOffice: its totals are the product's, and the file comes back with every answer.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { previewSections } from '#browser/section/workbook/import-sections.ts'
import { readWorkbook } from '#browser/section/workbook/read-workbook.ts'
import { xlsxWorkbook } from '#browser/section/workbook/xlsx-workbook.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { programCommand } from '#tests/support/host-programs.ts'
import { aQuestion, aSection, withAnswer } from '#tests/support/questions.ts'
import {
  addressOfAnswer,
  aList,
  aSource,
  downloaded,
  EXPORTED_AT,
  previewed,
  withCell
} from '#tests/support/workbooks.ts'

const command = programCommand('soffice')

/** As after a person has changed a cell: the stored results are not used. */
const ALWAYS_RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`

/** The file as LibreOffice saves it. */
function savedBy(program: string, bytes: Uint8Array, format: 'xlsx' | 'ods'): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'libreoffice-'))
  writeFileSync(join(folder, 'section.xlsx'), bytes)
  mkdirSync(join(folder, 'profile/user'), { recursive: true })
  writeFileSync(join(folder, 'profile/user/registrymodifications.xcu'), ALWAYS_RECALCULATE)
  execFileSync(
    program,
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      format,
      '--outdir',
      join(folder, 'saved'),
      join(folder, 'section.xlsx')
    ],
    { stdio: 'ignore', timeout: 110_000 }
  )
  return readFileSync(join(folder, 'saved', `section.${format}`))
}

const section = aSection(
  aList(
    withAnswer(aQuestion({ question_id: 1, question_text: 'Day', question_type: 'decimal' }), { value: 8.5 }),
    withAnswer(aQuestion({ question_id: 2, question_text: 'Night', question_type: 'decimal' }), { value: 4 }),
    aQuestion({
      question_id: 3,
      question_text: 'Both',
      question_type: 'calculated',
      expression: 'sum(q1, q2)'
    }),
    aQuestion({ question_id: 4, question_text: 'Ratio', question_type: 'calculated', expression: 'q1 / q5' }),
    aQuestion({ question_id: 5, question_text: 'Beds' }),
    withAnswer(aQuestion({ question_id: 6, question_text: 'Opened', question_type: 'date' }), {
      value: '2026-09-30'
    }),
    withAnswer(aQuestion({ question_id: 7, question_text: 'Teaching', question_type: 'yes_no' }), {
      value: 'yes'
    })
  )
)

test.runIf(command)('LibreOffice calculates the totals and keeps every answer', () => {
  const source = aSource(section)
  const file = downloaded(source, 'xlsx')
  const same = previewed(source, savedBy(command!, file, 'xlsx')).counts
  expect(same).toMatchObject({ new: 0, changed: 0, rejected: 0, conflict: 0, same: 5 })

  const night = addressOfAnswer(file, 'Night')
  const edited = savedBy(command!, withCell(file, night, '<v>6</v>'), 'xlsx')
  expect(previewed(source, edited).counts).toMatchObject({ changed: 1, rejected: 0, conflict: 0 })
  const sheets = readXlsx(edited)
  if (!sheets.ok) expect.fail(sheets.error)
  const valueOf = (text: string) => {
    const row = [...sheets.value[0]!.rows.values()].find(cells =>
      [...cells.values()].some(({ value }) => value === text)
    )
    return row?.get(3)
  }
  expect(valueOf('Both')).toMatchObject({ isFormula: true, value: 14.5 })
  // Divided by a blank: nothing, and no error.
  expect(valueOf('Ratio')?.value ?? '').toBe('')
})

test.runIf(command)('a workbook of all sections keeps its sheets apart', () => {
  const other = { ...section, section: { ...section.section, section_id: 4, section_name: 'Rooms' } }
  const sources = [aSource(section), aSource(other)]
  const file = xlsxWorkbook(sources, 'filled', EXPORTED_AT)
  const night = addressOfAnswer(file, 'Night')
  const edited = readWorkbook(savedBy(command!, withCell(file, night, '<v>6</v>', { sheet: 2 }), 'xlsx'))
  if (!edited.ok) expect.fail(edited.error)
  const sections = sources.map(source => ({ source, lockedBecause: () => null, apply: () => 0 }))
  const preview = previewSections(sections, edited.value)
  if (!preview.ok) expect.fail(preview.error)
  expect(preview.value.counts).toMatchObject({ changed: 1, same: 9, rejected: 0, conflict: 0 })
  expect(preview.value.rows.find(({ outcome }) => outcome === 'changed')?.name).toMatch(/^Rooms: .*Night$/)
})

test.runIf(command)('a file that LibreOffice saves as .ods is refused with the way forward', () => {
  const source = aSource(section)
  expect(() => previewed(source, savedBy(command!, downloaded(source, 'xlsx'), 'ods'))).toThrow(
    /OpenDocument file/
  )
})
