// Rules for a questionnaire as a whole: calls that add a part, the call for all of it, a workbook and a folder accept the same and refuse the same.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { contentLimits, structureLimits } from '#contract/list-limits.ts'
import {
  createSection,
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  updateSection
} from '#contract/questionnaire-builder.ts'
import type { Structure, StructureDraft } from '#contract/questionnaire-structures.ts'
import { readStructureFile } from '#domain/questionnaires/structure-file/read.ts'
import { writeStructureFile } from '#domain/questionnaires/structure-file/write.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'
import { structureBuilding } from '#tests/support/structure-building.ts'
import { emptyList } from '#tests/support/structure-file.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const server = useServer()
const { admin, question, put, change } = questionnaireBuilding(server)
const { make, read } = structureBuilding(server)
const folders = mkdtempSync(join(tmpdir(), 'limits-everywhere-'))
afterAll(() => rmSync(folders, { recursive: true }))

type DraftSection = StructureDraft['sections'][number]
type DraftPart = DraftSection['sub_sections'][number]

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const integers = (count: number): StructureDraft['questions'] =>
  numbers(count).map(number => ({
    number,
    question_text: `Question ${number}`,
    question_type: 'integer',
    option_names: []
  }))
const partOf = (name: string, part: Partial<DraftPart>): DraftPart => ({
  sub_section_name: name,
  ...emptyList(),
  cells: [],
  ...part
})
const list = (name: string, questions: readonly number[]): DraftPart =>
  partOf(name, {
    cells: questions.map(one => ({
      question: one,
      row: 0,
      column: 0,
      is_required: false,
      is_disabled: false
    }))
  })
/** One question in every cell. */
const grid = (rows: number, columns: number): DraftPart =>
  partOf('Grid', {
    layout: 'grid',
    rows: numbers(rows).map(number => ({ number, row_name: `Row ${number}` })),
    columns: numbers(columns).map(number => ({ number, column_name: `Column ${number}` })),
    cells: numbers(rows).flatMap(row =>
      numbers(columns).map(column => ({ question: 1, row, column, is_required: false, is_disabled: false }))
    )
  })
const section = (name: string, sub_sections: DraftPart[]): DraftSection => ({
  section_name: name,
  guidance_html: '',
  sub_sections
})

interface Case {
  message: string
  /** As much as is allowed. */
  whole: StructureDraft
  /** One more. */
  beyond: StructureDraft
  /** The call that adds one more. */
  add: (made: Structure) => Promise<{ status: number; body: object }>
}

const firstPart = ({ sections }: Structure): number => sections[0]!.sub_sections[0]!.sub_section_id

async function putNew(sub_section_id: number, body: Parameters<typeof question>[0]) {
  const { question_id } = (await question(body)).body
  return put({ sub_section_id, question_id })
}

async function addedList({ sections }: Structure): Promise<number> {
  const { section_id } = sections[0]!
  const body = { section_id, sub_section_name: 'Another list' }
  return (await server.call(createSubSection, { body }, await admin())).body.sub_section_id
}

const bySize = (size: number) => ({
  sections: {
    questions: integers(size),
    sections: numbers(size).map(one => section(`Section ${one}`, [list('Part', [one])]))
  },
  sub_sections: {
    questions: integers(size),
    sections: [
      section(
        'One',
        numbers(size).map(one => list(`Part ${one}`, [one]))
      )
    ]
  },
  rows: { questions: integers(1), sections: [section('One', [grid(size, 1)])] },
  columns: { questions: integers(1), sections: [section('One', [grid(1, size)])] },
  cells: {
    questions: integers(2),
    sections: [
      section('One', [grid(50, Math.floor(size / 50)), ...(size % 50 === 0 ? [] : [list('List', [2])])])
    ]
  },
  questions: { questions: integers(size), sections: [section('One', [list('List', numbers(size))])] },
  formulas: {
    questions: integers(size + 1).map((one, index) =>
      index === 0 ? one : { ...one, question_type: 'calculated' as const, expression: 'q1 + 1' }
    ),
    sections: [section('One', [list('List', numbers(size + 1))])]
  }
})

const adding: Record<keyof typeof structureLimits, Case['add']> = {
  sections: async ({ questionnaire: { questionnaire_id } }) =>
    server.call(createSection, { body: { questionnaire_id, section_name: 'More' } }, await admin()),
  sub_sections: async ({ sections }) => {
    const { section_id } = sections[0]!
    return server.call(createSubSection, { body: { section_id, sub_section_name: 'More' } }, await admin())
  },
  rows: async made => {
    const body = { sub_section_id: firstPart(made), row_name: 'More' }
    return server.call(createSubSectionRow, { body }, await admin())
  },
  columns: async made => {
    const body = { sub_section_id: firstPart(made), column_name: 'More' }
    return server.call(createSubSectionColumn, { body }, await admin())
  },
  cells: async made => putNew(await addedList(made), { question_type: 'integer' }),
  questions: made => putNew(firstPart(made), { question_type: 'integer' }),
  formulas: made =>
    putNew(firstPart(made), {
      question_type: 'calculated',
      expression: `q${made.sections[0]!.sub_sections[0]!.memberships[0]!.question_id} + 2`
    })
}

const choice = (size: number): StructureDraft => ({
  questions: integers(1).map(one => ({
    ...one,
    question_type: 'single_choice',
    option_names: numbers(size).map(option => `Option ${option}`)
  })),
  sections: [section('One', [list('List', [1])])]
})

const cases: [string, Case][] = [
  ...Object.entries(structureLimits).map(([name, { most, message }]): [string, Case] => {
    const part = name as keyof typeof structureLimits
    return [name, { message, whole: bySize(most)[part], beyond: bySize(most + 1)[part], add: adding[part] }]
  }),
  [
    'options',
    {
      message: contentLimits.options.message,
      whole: choice(contentLimits.options.most),
      beyond: choice(contentLimits.options.most + 1),
      add: ({ questions }) => change(questions[0]!.question_id, { option_names: ['More'] })
    }
  ],
  [
    'a question in two lists',
    {
      message: 'is already in another sub-section of this questionnaire',
      whole: { questions: integers(1), sections: [section('One', [list('List', [1]), grid(1, 2)])] },
      beyond: {
        questions: integers(1),
        sections: [section('One', [list('List', [1])]), section('Two', [list('Another list', [1])])]
      },
      add: async made =>
        put({ sub_section_id: await addedList(made), question_id: made.questions[0]!.question_id })
    }
  ]
]

function faultsOfWorkbook(draft: StructureDraft): string[] {
  const result = readStructureFile(writeStructureFile(draft))
  return result.ok ? result.value.faults.map(fault => `${fault.row}: ${fault.message}`) : [result.error]
}

const code = (text: string | null | undefined) => text?.replaceAll(/q(\d+)/g, '[code$1]') ?? null

/** The draft as the file of the example's questionnaire. */
function faultsOfFolder({ questions, sections }: StructureDraft, name: string): string[] {
  const folder = writeExample(join(folders, name), {
    'visits.json': text => {
      const file = JSON.parse(text) as { questions: object[]; sections: object[] }
      const own = questions.map(({ number, expression, ...one }) => ({
        ...one,
        question_code: `code${number}`,
        expression: code(expression)
      }))
      const written = sections.map(({ sub_sections, ...one }) => ({
        ...one,
        sub_sections: sub_sections.map(({ rows, columns, cells, ...part }) => ({
          ...part,
          rows: rows.map(({ row_name }) => row_name),
          columns: columns.map(({ column_name }) => column_name),
          cells: cells.map(cell => ({
            question: `code${cell.question}`,
            ...(cell.row > 0 && { row: `Row ${cell.row}`, column: `Column ${cell.column}` }),
            is_required: false
          }))
        }))
      }))
      return JSON.stringify({ ...file, questions: own, sections: written })
    },
    'charts.json': () => '{}',
    'project.json': text => JSON.stringify({ ...(JSON.parse(text) as object), guidances: [] })
  })
  const result = readFolder(folder)
  return result.ok ? [] : result.error.map(describeFault)
}

test.each(cases)('%s: the same limit everywhere', async (name, { message, whole, beyond, add }) => {
  const made = (await make(`As many ${name}`, whole)).reply
  expect([made.status, made.body]).toMatchObject([200, {}])
  expect(faultsOfWorkbook(whole)).toEqual([])
  expect(faultsOfFolder(whole, `${name} whole`)).toEqual([])

  const added = await add((await read(made.body.questionnaire_id)).body)
  expect([added.status, added.body]).toMatchObject([422, { detail: expect.stringContaining(message) }])
  const refused = (await make(`Too many ${name}`, beyond)).reply
  expect([refused.status, refused.body]).toMatchObject([422, { detail: expect.stringContaining(message) }])
  expect(faultsOfWorkbook(beyond)).toContainEqual(expect.stringMatching(new RegExp(message.slice(1))))
  expect(faultsOfFolder(beyond, `${name} beyond`)).toContainEqual(expect.stringContaining(message))
})

test('a part that was retired does not count, and is restored only where there is room', async () => {
  const { most, message } = structureLimits.sections
  const { body } = (await make('With a retired section', bySize(most).sections)).reply
  const { sections } = (await read(body.questionnaire_id)).body
  const { section_id } = sections[0]!
  const update = async (is_active: boolean) =>
    server.call(updateSection, { params: { id: section_id }, body: { is_active } }, await admin())
  expect((await update(false)).status).toBe(200)
  const more = { questionnaire_id: body.questionnaire_id, section_name: 'More' }
  expect((await server.call(createSection, { body: more }, await admin())).status).toBe(200)
  expect((await update(true)).body.detail).toBe(`section_name: ${message}`)
})
