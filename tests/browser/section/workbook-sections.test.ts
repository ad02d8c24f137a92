// One workbook for several sections: each sheet goes to its own section, whatever was done to the file in between.

import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it, test } from 'vitest'
import { applySections, previewSections } from '#browser/section/workbook/import-sections.ts'
import type { ImportedFile } from '#browser/section/workbook/imported-file.ts'
import { readWorkbook } from '#browser/section/workbook/read-workbook.ts'
import { xlsxWorkbook } from '#browser/section/workbook/xlsx-workbook.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { aGrid, aQuestion, aSection, withAnswer } from '#tests/support/questions.ts'
import { aList, aSource, EXPORTED_AT, withPart } from '#tests/support/workbooks.ts'

const called = (sectionId: number, name: string, content: SectionQuestions): SectionQuestions => ({
  ...content,
  section: { ...content.section, section_id: sectionId, section_name: name }
})

/** Both sections use the same names and the same cells, so only the sheet tells them apart. */
const aWard = (sectionId: number, name: string, beds: number) =>
  called(
    sectionId,
    name,
    aSection(
      aList(
        withAnswer(aQuestion({ question_id: 1, question_text: 'Beds', max_value: 60 }), { value: beds }),
        aQuestion({
          question_id: 2,
          question_text: 'Kind',
          question_type: 'single_choice',
          option_list: [
            { option_id: 1, option_name: `${name} A` },
            { option_id: 2, option_name: `${name} B` }
          ]
        })
      )
    )
  )

const sources = [
  aSource(aWard(3, 'Skill mix', 20)),
  aSource(aWard(4, 'SKILL MIX', 30)),
  aSource(aWard(5, 'Lists', 40))
]
const file = xlsxWorkbook(sources, 'filled', EXPORTED_AT)

function offered(locked: Record<number, string> = {}) {
  const applied: string[] = []
  const list = sources.map(source => ({
    source,
    lockedBecause: () => locked[source.model.section.section_id] ?? null,
    apply: (changes: { key: string; content: { text: string } }[]) =>
      applied.push(
        ...changes.map(({ key, content }) => `${source.model.section.section_name} ${key} ${content.text}`)
      )
  }))
  return { list, applied }
}

function read(bytes: Uint8Array): ImportedFile[] {
  const files = readWorkbook(bytes)
  return files.ok ? files.value : expect.fail(files.error)
}

const sheetNames = (bytes: Uint8Array): string[] => {
  const sheets = readXlsx(bytes)
  return sheets.ok ? sheets.value.map(({ name }) => name) : expect.fail(sheets.error)
}

/** Puts a number of beds onto the sheet with this number. */
const withBeds = (bytes: Uint8Array, sheet: number, beds: number | string): Uint8Array =>
  withPart(bytes, `xl/worksheets/sheet${sheet}.xml`, xml =>
    xml.replace(/(<c r="D\d+" s="\d+")[^>]*>(<v>(?:20|30|40)<\/v>)/, (_, cell: string) =>
      typeof beds === 'number' ? `${cell}><v>${beds}</v>` : `${cell} t="inlineStr"><is><t>${beds}</t></is>`
    )
  )

test('each section has a visible sheet of its own, and one list of options serves all', () => {
  expect(sheetNames(file)).toEqual([
    'Skill mix',
    'SKILL MIX (2)',
    'Lists (2)',
    'Lists',
    'Keys',
    'Keys 2',
    'Keys 3'
  ])
  const validations = [1, 2, 3].map(
    sheet => /Lists'?!\$([A-Z])\$1/.exec(strFromU8(unzipSync(file)[`xl/worksheets/sheet${sheet}.xml`]!))?.[1]
  )
  expect(validations).toEqual(['A', 'B', 'C'])
  expect(xlsxWorkbook(sources, 'filled', EXPORTED_AT)).toEqual(file)
})

describe('uploading', () => {
  it('brings each sheet to its section, and names every cell that does not fit with its section', () => {
    const { list, applied } = offered()
    const edited = withBeds(withBeds(file, 1, 22), 2, 'many')
    const preview = previewSections(list, read(edited))
    if (!preview.ok) expect.fail(preview.error)
    expect(preview.value.counts).toMatchObject({ changed: 1, rejected: 1, same: 4 })
    expect(preview.value.rows.find(({ outcome }) => outcome === 'rejected')).toMatchObject({
      name: 'SKILL MIX: About the ward: Beds',
      file: 'many',
      note: 'Enter a number.'
    })
    expect(new Set(preview.value.rows.map(({ id }) => id)).size).toBe(6)
    expect(applySections(preview.value, new Set())).toBe(1)
    expect(applied).toEqual(['Skill mix 1:0:0 22'])
  })

  it('leaves a locked section’s sheet out and says why', () => {
    const { list, applied } = offered({ 4: 'It is signed off.' })
    const preview = previewSections(list, read(withBeds(withBeds(file, 1, 22), 2, 33)))
    if (!preview.ok) expect.fail(preview.error)
    expect(preview.value.leftOut).toEqual(['“SKILL MIX” is left out. It is signed off.'])
    applySections(preview.value, new Set())
    expect(applied).toEqual(['Skill mix 1:0:0 22'])
  })

  it('says which sheet has lost its hidden keys, and takes the others', () => {
    const { list, applied } = offered()
    const damaged = withPart(withBeds(file, 3, 44), 'xl/worksheets/sheet1.xml', xml =>
      xml.replace('places:3', '')
    )
    const preview = previewSections(list, read(damaged))
    if (!preview.ok) expect.fail(preview.error)
    expect(preview.value.leftOut).toEqual([
      expect.stringMatching(/^“Skill mix” is left out\. The hidden first row or column/)
    ])
    applySections(preview.value, new Set())
    expect(applied).toEqual(['Lists 1:0:0 44'])
  })

  it('takes a section’s own sheet where only that section is open', () => {
    const { list, applied } = offered()
    const preview = previewSections([list[1]!], read(withBeds(withBeds(file, 1, 22), 2, 33)))
    if (!preview.ok) expect.fail(preview.error)
    expect(preview.value.leftOut).toEqual(['2 sheets of other sections are not uploaded.'])
    applySections(preview.value, new Set())
    expect(applied).toEqual(['SKILL MIX 1:0:0 33'])
  })

  it('refuses a file of another submission', () => {
    const { list } = offered()
    const others = sources.map(source => ({ ...source, identity: { ...source.identity, submissionId: 6 } }))
    const preview = previewSections(list, read(xlsxWorkbook(others, 'filled', EXPORTED_AT)))
    expect(preview).toMatchObject({ ok: false, error: expect.stringMatching(/belongs to another/) })
  })

  it('reads a file of one section that an earlier version has written', () => {
    const one = withPart(
      xlsxWorkbook([sources[0]!], 'filled', EXPORTED_AT),
      'xl/worksheets/sheet1.xml',
      xml => xml.replace('places:3', 'places')
    )
    const preview = previewSections(offered().list, read(withBeds(one, 1, 22)))
    expect(preview.ok && preview.value.counts.changed).toBe(1)
  })
})

test('eight sections of 2,000 cells each come back whole', () => {
  const large = Array.from({ length: 8 }, (_, index) => {
    const grid = aGrid(100, 20)
    return aSource(
      called(
        10 + index,
        `Section ${index}`,
        aSection({ ...grid, questions: grid.questions.map((one, at) => withAnswer(one, { value: at })) })
      )
    )
  })
  const list = large.map(source => ({ source, lockedBecause: () => null, apply: () => 0 }))
  const preview = previewSections(list, read(xlsxWorkbook(large, 'filled', EXPORTED_AT)))
  expect(preview.ok && preview.value.counts).toMatchObject({ same: 16_000, new: 0, changed: 0, rejected: 0 })
})
