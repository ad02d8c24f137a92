// One rule, one message: the calls that create and change a question, a whole structure, a workbook and a folder refuse the same for the same reason.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  createSubSectionRow,
  updateSubSection,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { QuestionType } from '#contract/questionnaires.ts'
import { questionTypeNames } from '#domain/answers/question-type-names.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { faultsOfRequired } from '#domain/questionnaires/placement-faults.ts'
import { faultsOfQuestion, noSettings, type QuestionToCheck } from '#domain/questionnaires/question-faults.ts'
import type { RuleFault } from '#domain/questionnaires/rule-fault.ts'
import {
  headNames,
  heads,
  QUESTIONS_SHEET,
  type ColumnHead
} from '#domain/questionnaires/structure-file/columns.ts'
import { readStructureFile } from '#domain/questionnaires/structure-file/read.ts'
import { writeXlsx } from '#lib/xlsx/write.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'
import { structureBuilding } from '#tests/support/structure-building.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const server = useServer()
const { add, question, put, change } = questionnaireBuilding(server)
const { make } = structureBuilding(server)
const folders = mkdtempSync(join(tmpdir(), 'rules-'))
afterAll(() => rmSync(folders, { recursive: true }))

interface Case extends QuestionToCheck {
  isRequired: boolean
  fault: RuleFault
}

/** A question of this type that no rule refuses. */
function plain(question_type: QuestionType): QuestionToCheck {
  const steps = typeOf({ question_type }).options === 'none' ? [] : ['Low', 'High']
  const expression = question_type === 'calculated' ? '1 + 1' : null
  return { ...noSettings, question_type, option_names: steps, expression }
}

const spoils: Partial<QuestionToCheck>[] = [
  { option_names: [] },
  { option_names: ['One'] },
  { option_names: ['One', 'Two'] },
  { option_names: ['One', 'one'] },
  { min_value: 5, max_value: 1 },
  { warn_min: 5, warn_max: 1 },
  { min_value: 1 },
  { max_value: 1 },
  { warn_min: 1 },
  { warn_max: 1 },
  { warn_change_percent: 10 },
  { warn_change_percent: -5 },
  { max_length: 10 },
  { expression: '1 + 2' },
  { expression: null }
]

/** Every rule that a single question can break, with the first type that breaks it by one change. */
const cases = new Map<string, Case>()
for (const question_type of QuestionType.options) {
  const isRequired = true
  const [required] = faultsOfRequired({ question_type, is_disabled: false }, isRequired)
  if (required)
    cases.set(`${required.field} ${question_type}`, { ...plain(question_type), isRequired, fault: required })
  for (const spoil of spoils) {
    const spoilt = { ...plain(question_type), ...spoil }
    const [fault, ...others] = faultsOfQuestion(spoilt)
    if (fault === undefined || others.length > 0) continue
    const name = `${fault.field} ${fault.message}`
    if (!cases.has(name)) cases.set(name, { ...spoilt, isRequired: false, fault })
  }
}

test('the cases break every rule of a question', () => expect(cases.size).toBeGreaterThan(12))

async function refusalOfCalls({
  isRequired,
  fault: _fault,
  option_names,
  ...settings
}: Case): Promise<string> {
  const body = { ...settings, option_names: [...option_names] }
  const made = await question(body)
  if (!isRequired) return String((made.body as { detail?: string }).detail)
  const { sub_section_id } = await add('Required')
  const placed = await put({ sub_section_id, question_id: made.body.question_id, is_required: true })
  return String((placed.body as { detail?: string }).detail)
}

/** A question that no rule refuses becomes the spoilt one. */
async function refusalOfChange({
  isRequired,
  fault: _fault,
  option_names,
  ...settings
}: Case): Promise<string> {
  const question_id = (await question({ question_type: 'integer' })).body.question_id
  const { sub_section_id } = await add('Changed')
  await put({ sub_section_id, question_id, is_required: isRequired })
  const option_list = option_names.map(option_name => ({ option_name }))
  const changed = await change(question_id, { ...settings, option_list })
  return String((changed.body as { detail?: string }).detail)
}

async function refusalOfStructure({
  isRequired,
  fault: _fault,
  option_names,
  ...settings
}: Case): Promise<string> {
  const { reply } = await make(`Refused ${settings.question_type}`, {
    questions: [{ number: 1, question_text: 'Spoilt', ...settings, option_names: [...option_names] }],
    sections: [
      {
        section_name: 'One',
        guidance_html: '',
        sub_sections: [
          {
            sub_section_name: 'One',
            rows: [],
            columns: [],
            cells: [{ question: 1, row: 0, column: 0, is_required: isRequired }]
          }
        ]
      }
    ]
  })
  return String((reply.body as { detail?: string }).detail)
}

function faultsOfWorkbook({ isRequired, option_names, ...settings }: Case): string[] {
  const line: Partial<Record<ColumnHead, string | number | null>> = {
    section: 'One',
    question: 'Spoilt',
    type: questionTypeNames[settings.question_type],
    options: option_names.join('; '),
    min: settings.min_value,
    max: settings.max_value,
    warnMin: settings.warn_min,
    warnMax: settings.warn_max,
    warnChange: settings.warn_change_percent,
    maxLength: settings.max_length,
    formula: settings.expression,
    required: isRequired ? 'yes' : 'no'
  }
  const read = readStructureFile(
    writeXlsx([
      {
        name: QUESTIONS_SHEET,
        rows: [
          { cells: headNames.map(head => ({ value: heads[head] })) },
          { cells: headNames.map(head => ({ value: line[head] ?? '' })) }
        ]
      }
    ])
  )
  return read.ok ? read.value.faults.map(({ message }) => message) : [read.error]
}

interface QuestionnaireFile {
  questions: object[]
  sections: { sub_sections: { cells: object[]; [field: string]: unknown }[] }[]
}

function faultsOfFolder({ isRequired, fault: _fault, ...settings }: Case, name: string): string[] {
  const folder = writeExample(join(folders, String([...cases.keys()].indexOf(name))), {
    'visits.json': text => {
      const file = JSON.parse(text) as QuestionnaireFile
      file.questions.push({ question_code: 'spoilt', question_text: 'Spoilt', ...settings })
      file.sections[0]?.sub_sections[0]?.cells.push({ question: 'spoilt', is_required: isRequired })
      return JSON.stringify(file)
    }
  })
  const read = readFolder(folder)
  return read.ok ? [] : read.error.map(describeFault)
}

test.each([...cases])('%s', async (name, one) => {
  const { field, message } = one.fault
  expect(await refusalOfCalls(one)).toBe(`${field}: ${message}`)
  expect(await refusalOfChange(one)).toBe(`${field}: ${message}`)
  expect(await refusalOfStructure(one)).toContain(message)
  expect(faultsOfWorkbook(one)).toContainEqual(expect.stringContaining(message))
  expect(faultsOfFolder(one, name)).toContainEqual(expect.stringContaining(`spoilt: ${field} ${message}`))
})

const withRow = { layout: 'grid' as const, is_repeating: false }
test.each([
  [{ ...withRow, is_repeating: true }, 'must be empty: respondents add the rows'],
  [{ ...withRow, layout: 'list' as const }, 'must be empty: a list has no rows']
])('a row in %o', async (shape, message) => {
  const token = await server.tokenOf('admin')
  const { sub_section_id } = await add('With a row', 'grid')
  const row = await server.call(createSubSectionRow, { body: { sub_section_id, row_name: 'Row' } }, token)
  const row_id = row.body.row_id
  const reshape = async (body: typeof shape) =>
    server.call(updateSubSection, { params: { id: sub_section_id }, body }, token)
  const setActive = async (is_active: boolean) =>
    server.call(updateSubSectionRow, { params: { id: row_id }, body: { is_active } }, token)
  expect((await reshape(shape)).body).toMatchObject({ detail: `rows: ${message}` })
  expect((await setActive(false)).status).toBe(200)
  expect((await reshape(shape)).status).toBe(200)
  expect((await setActive(true)).body).toMatchObject({
    detail: `is_active: ${message.replace('must be empty', 'cannot be restored')}`
  })
  expect((await reshape(withRow)).status).toBe(200)
  expect((await setActive(true)).status).toBe(200)

  const section = {
    section_name: 'One',
    guidance_html: '',
    sub_sections: [
      { sub_section_name: 'One', ...shape, rows: [{ number: 1, row_name: 'Row' }], columns: [], cells: [] }
    ]
  }
  const { reply } = await make(`A row in ${JSON.stringify(shape)}`, { questions: [], sections: [section] })
  expect(reply.body).toMatchObject({ detail: expect.stringContaining(`rows ${message}`) })

  const folder = writeExample(join(folders, JSON.stringify(shape)), {
    'visits.json': text => {
      const file = JSON.parse(text) as QuestionnaireFile
      file.sections[0]?.sub_sections.push({
        sub_section_name: 'With a row',
        ...shape,
        rows: ['Row'],
        cells: []
      })
      return JSON.stringify(file)
    }
  })
  const read = readFolder(folder)
  expect(read.ok ? [] : read.error.map(describeFault)).toContainEqual(
    expect.stringContaining(`rows ${message}`)
  )
})

test.each(['rows', 'columns'] as const)('a structure cannot use a number of its %s twice', async axis => {
  const rows = [1, axis === 'rows' ? 1 : 2].map(number => ({ number, row_name: 'Row' }))
  const columns = [1, axis === 'columns' ? 1 : 2].map(number => ({ number, column_name: 'Column' }))
  const { reply } = await make(`Twice in ${axis}`, {
    questions: [],
    sections: [
      {
        section_name: 'One',
        guidance_html: '',
        sub_sections: [{ sub_section_name: 'One', layout: 'grid', rows, columns, cells: [] }]
      }
    ]
  })
  expect(reply.body).toMatchObject({ detail: `structure.${axis}.1: occurs twice` })
})
