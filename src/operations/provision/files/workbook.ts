// Reads a questionnaire from a workbook, in the form of a JSON file.

import * as v from 'valibot'
import type { StructureDraft } from '#contract/questionnaire-structures.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { withNames, type NamedCell } from '#domain/formulas/named-expression.ts'
import type { ColumnHead } from '#domain/questionnaires/structure-file/columns.ts'
import { readStructureFile, type ReadStructure } from '#domain/questionnaires/structure-file/read.ts'
import { issueSentence } from '#lib/issue-sentence.ts'
import { questionnaireKinds } from '#operations/provision/content-kinds/questionnaires.ts'
import { faultAt, type Desired, type PositionSource } from '#operations/provision/desired.ts'
import { OutsideFolder } from '#outside/folder.ts'
import type { NodeObject } from './shapes.ts'

/** The same limit as on the builder's page. */
const MAX_PROVISIONED_BYTES = 5 * 1024 * 1024

interface ProvisionedWorkbook {
  questions: NodeObject[]
  sections: NodeObject[]
  source: PositionSource
}

export function readStructureWorkbook(
  folder: string,
  file: string,
  from: PositionSource,
  desired: Desired
): ProvisionedWorkbook | undefined {
  const content = new OutsideFolder(folder).read(file, MAX_PROVISIONED_BYTES)
  if (!content.ok) {
    desired.faults.push(faultAt(from.place(['workbook']), content.error.message))
    return undefined
  }
  const read = readStructureFile(content.value)
  if (!read.ok) {
    desired.faults.push(faultAt({ file, line: 1 }, read.error))
    return undefined
  }
  for (const { row, column, message, isBlocking } of read.value.faults)
    if (isBlocking) desired.faults.push({ file, line: row ?? 1, column: columnNumber(column), message })
  const { structure, origins, heads } = read.value
  for (const { code, row } of origins.filter(origin => origin.code !== ''))
    for (const issue of v.safeParse(questionnaireKinds.questions.fields.question_code.schema, code).issues ??
      [])
      desired.faults.push(faultAt({ file, line: row }, `the code "${code}" ${issueSentence(issue)}`))
  /** Omits fields for which the file has no column. */
  const givenFields = (node: object): NodeObject =>
    Object.fromEntries(
      Object.entries(node).filter(([field]) => {
        const head = headOf[field]
        return head === undefined || heads.has(head)
      })
    )
  const codes = workbookCodes(read.value)
  const cells = workbookCells(structure, codes)
  const formula = (text: string | null | undefined): string | null =>
    text === null || text === undefined ? null : withNames(text, cells)
  return {
    questions: structure.questions.map(({ number, expression, visible_if, ...question }) =>
      givenFields({
        ...question,
        question_code: codes.get(number) ?? '',
        expression: formula(expression),
        visible_if: formula(visible_if)
      })
    ),
    sections: structure.sections.map(section => ({
      ...givenFields(section),
      sub_sections: section.sub_sections.map(part => ({
        ...givenFields(part),
        rows: part.rows.map(row => row.row_name),
        columns: part.columns.map(column => column.column_name),
        cells: part.cells.map(({ question, row, column, is_required, is_disabled }) => ({
          question: codes.get(question) ?? '',
          row: rowNameByNumber(part, row),
          column: columnNameByNumber(part, column),
          is_required,
          // “no” leaves a stored place closed: older workbooks have it for every place.
          ...(is_disabled && { is_disabled })
        }))
      }))
    })),
    source: {
      place: ([list, index]) => ({
        file,
        line: list === 'questions' ? (origins[Number(index)]?.row ?? 1) : 1
      })
    }
  }
}

/** Fields and their optional columns. */
const headOf: Readonly<Record<string, ColumnHead>> = {
  guidance_html: 'guidance',
  show_row_totals: 'totals',
  show_column_totals: 'totals',
  help_text: 'help',
  option_names: 'options',
  unit: 'unit',
  decimal_places: 'decimals',
  min_value: 'min',
  max_value: 'max',
  warn_min: 'warnMin',
  warn_max: 'warnMax',
  warn_change_percent: 'warnChange',
  max_length: 'maxLength',
  expression: 'formula',
  visible_if: 'showIf'
}

type WorkbookPart = StructureDraft['sections'][number]['sub_sections'][number]
const rowNameByNumber = (part: WorkbookPart, number: number): string | null =>
  part.rows.find(row => row.number === number)?.row_name ?? null
const columnNameByNumber = (part: WorkbookPart, number: number): string | null =>
  part.columns.find(column => column.number === number)?.column_name ?? null

/** A, B … AA as 1, 2 … 27. */
const columnNumber = (name: string | null): number =>
  [...(name ?? 'A')].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 65) - 64, 0)

/** The code of each question; one without a code gets one made from its text. */
function workbookCodes({ structure, origins }: ReadStructure): Map<number, string> {
  const taken = new Set(origins.map(({ code }) => code).filter(code => code !== ''))
  const codes = new Map(origins.flatMap(({ number, code }) => (code === '' ? [] : [[number, code] as const])))
  for (const { number, question_text } of structure.questions) {
    if (codes.has(number)) continue
    const words =
      question_text
        .normalize('NFKD')
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? []
    const plain = `q_${words.join('_')}`.slice(0, 50)
    let code = plain
    for (let count = 2; taken.has(code); count++) code = `${plain}_${count}`
    taken.add(code)
    codes.set(number, code)
  }
  return codes
}

/** The cells that formulas of files can name. */
function workbookCells(
  { questions, sections }: StructureDraft,
  codes: ReadonlyMap<number, string>
): NamedCell[] {
  const byNumber = new Map(questions.map(question => [question.number, question]))
  const cells = new Map<string, NamedCell>()
  const add = (number: number, name: string, row: number | null, column: number | null): void => {
    const question = byNumber.get(number)
    const isChoice = question && typeOf(question).options === 'choices'
    const options = isChoice
      ? question.option_names.map((option_name, index) => ({ option_id: index + 1, option_name }))
      : []
    const reference = { question_id: number, row_id: row, column_id: column }
    if (!cells.has(name)) cells.set(name, { name, reference, options, hint: '' })
  }
  for (const { number } of questions) add(number, codes.get(number) ?? '', null, null)
  for (const part of sections.flatMap(section => section.sub_sections))
    for (const { question, row, column } of part.cells) {
      const names = [rowNameByNumber(part, row), columnNameByNumber(part, column)].filter(
        name => name !== null
      )
      if (names.length > 0) add(question, `${codes.get(question) ?? ''} at ${names.join(', ')}`, row, column)
    }
  return [...cells.values()]
}
