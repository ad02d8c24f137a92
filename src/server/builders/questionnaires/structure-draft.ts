// Writes a drafted structure: parts first, then questions in their places, then formulas, which refer to both.

import type { StructureDraft } from '#contract/questionnaire-structures.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { withReferences, type Reference } from '#domain/formulas/expression-tokens.ts'
import { withOptions } from '#domain/formulas/option-references.ts'
import { faultsOfQuestion, noSettings } from '#domain/questionnaires/question-faults.ts'
import { repeatedPlacementFault, repeatedPlacements } from '#domain/questionnaires/questionnaire-faults.ts'
import { faultsOfSubSection } from '#domain/questionnaires/sub-section-faults.ts'
import { translateRefusal, validateAllReferences } from '#server/builders/questions/references.ts'
import { throwFirstFault } from '#server/builders/refuse.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { Tx } from '#server/database/schema.ts'
import { invalid, type ApiError } from '#server/http/api-error.ts'

interface DraftOwner {
  project_id: number
  questionnaire_id: number
}

type DraftNumbers = Map<number, number>

/** Maps the draft's own numbers to ids. */
interface DraftIds {
  questions: DraftNumbers
  /** The ids of each choice's options, in order. */
  options: Map<number, number[]>
  rows: DraftNumbers
  columns: DraftNumbers
}

type StructureDraftQuestion = StructureDraft['questions'][number]
type StructureDraftSubSection = StructureDraft['sections'][number]['sub_sections'][number]

export async function insertStructure(
  tx: Tx,
  programmeId: number,
  owner: DraftOwner,
  draft: StructureDraft
): Promise<void> {
  const cells = draft.sections.flatMap(({ sub_sections }) =>
    sub_sections.flatMap(subSection => subSection.cells.map(cell => ({ ...cell, subSection })))
  )
  const [repeated] = repeatedPlacements(cells, cell => cell)
  if (repeated !== undefined)
    throw invalid(`structure.questions.${repeated.question}`, repeatedPlacementFault.message)
  const ids: DraftIds = { questions: new Map(), options: new Map(), rows: new Map(), columns: new Map() }
  await insertQuestions(tx, programmeId, owner.project_id, draft.questions, ids)
  const sectionsOf = new Map<number, number[]>()
  for (const [index, section] of draft.sections.entries()) {
    const { section_id } = await tx
      .insertInto('sections')
      .values({
        programme_id: programmeId,
        questionnaire_id: owner.questionnaire_id,
        section_name: section.section_name,
        guidance_html: section.guidance_html,
        display_order: index + 1,
        is_active: true
      })
      .returning('section_id')
      .executeTakeFirstOrThrow()
    for (const [at, subSection] of section.sub_sections.entries()) {
      await insertSubSection(tx, programmeId, { section_id, display_order: at + 1 }, subSection, draft, ids)
      for (const { question } of subSection.cells)
        sectionsOf.set(question, [...(sectionsOf.get(question) ?? []), section_id])
    }
  }
  await writeDraftFormulas(tx, programmeId, owner.project_id, draft.questions, sectionsOf, ids)
}

/** A number names one part in the whole draft, because formulas name it by its number alone. */
function addNumbers(
  kind: Exclude<keyof DraftIds, 'options'>,
  ids: DraftNumbers,
  parts: readonly { number: number }[],
  given: readonly number[]
): void {
  for (const [index, { number }] of parts.entries()) {
    if (ids.has(number)) throw invalid(`structure.${kind}.${number}`, 'occurs twice')
    ids.set(number, given[index] ?? 0)
  }
}

/** The same fault, at the draft's question. */
const ofDraft = ({ number }: { number: number }, { message }: ApiError): ApiError =>
  invalid(`structure.questions.${number}`, message)

async function insertQuestions(
  tx: Tx,
  programmeId: number,
  projectId: number,
  questions: readonly StructureDraftQuestion[],
  { questions: ids, options }: DraftIds
): Promise<void> {
  const rows = []
  for (const question of questions) {
    const {
      number: _number,
      option_names,
      ...fields
    } = {
      ...noSettings,
      is_active: true,
      ...question,
      project_id: projectId
    }
    translateRefusal(question, ofDraft, () => throwFirstFault(faultsOfQuestion({ ...fields, option_names })))
    rows.push({ ...fields, expression: null, visible_if: null, programme_id: programmeId, version: 1 })
  }
  const given = await insertRows(tx, 'questions', rows, 'question_id')
  addNumbers('questions', ids, questions, given)
  const choices = questions.flatMap(({ number, option_names }) =>
    option_names.map((option_name, index) => ({ number, option_name, display_order: index + 1 }))
  )
  const optionIds = await insertRows(
    tx,
    'question_options',
    choices.map(({ number, ...option }) => ({
      ...option,
      programme_id: programmeId,
      question_id: ids.get(number) ?? 0
    })),
    'option_id'
  )
  const isChoice = new Set(questions.filter(one => typeOf(one).options === 'choices').map(one => one.number))
  for (const [index, { number }] of choices.entries())
    if (isChoice.has(number)) options.set(number, [...(options.get(number) ?? []), optionIds[index] ?? 0])
}

async function insertSubSection(
  tx: Tx,
  programmeId: number,
  place: { section_id: number; display_order: number },
  { rows, columns, cells, ...fields }: StructureDraftSubSection,
  draft: StructureDraft,
  ids: DraftIds
): Promise<void> {
  validateSubSection({ rows, columns, cells, ...fields }, draft)
  const { sub_section_id } = await tx
    .insertInto('sub_sections')
    .values({ programme_id: programmeId, ...place, ...fields, is_active: true })
    .returning('sub_section_id')
    .executeTakeFirstOrThrow()
  const base = (index: number) => ({
    programme_id: programmeId,
    sub_section_id,
    display_order: index + 1,
    is_active: true,
    version: 1
  })
  const rowIds = await insertRows(
    tx,
    'sub_section_rows',
    rows.map(({ row_name }, index) => ({ ...base(index), row_name })),
    'row_id'
  )
  const columnIds = await insertRows(
    tx,
    'sub_section_columns',
    columns.map(({ column_name }, index) => ({ ...base(index), column_name })),
    'column_id'
  )
  addNumbers('rows', ids.rows, rows, rowIds)
  addNumbers('columns', ids.columns, columns, columnIds)
  await insertRows(
    tx,
    'question_memberships',
    cells.map(({ question, row, column, is_required, is_disabled }, index) => ({
      programme_id: programmeId,
      sub_section_id,
      question_id: ids.questions.get(question) ?? 0,
      row_id: ids.rows.get(row) ?? 0,
      column_id: ids.columns.get(column) ?? 0,
      display_order: index + 1,
      is_required,
      is_disabled
    }))
  )
}

/** Applies the rules of the single calls to a whole sub-section. */
function validateSubSection(subSection: StructureDraftSubSection, { questions }: StructureDraft): void {
  const types = new Map(questions.map(({ number, question_type }) => [number, question_type]))
  const numbers = (parts: readonly { number: number }[]): number[] => parts.map(({ number }) => number)
  const [fault] = faultsOfSubSection<number>(
    {
      ...subSection,
      rows: numbers(subSection.rows),
      columns: numbers(subSection.columns),
      cells: subSection.cells.map(({ row, column, ...cell }) => ({
        ...cell,
        row: row === 0 ? null : row,
        column: column === 0 ? null : column
      }))
    },
    number => types.get(number)
  )
  if (fault !== undefined)
    throw invalid(
      'structure.sections',
      `${fault.field} ${fault.message}, in “${subSection.sub_section_name}”`
    )
}

async function writeDraftFormulas(
  tx: Tx,
  programmeId: number,
  projectId: number,
  questions: readonly StructureDraftQuestion[],
  sectionsOf: ReadonlyMap<number, readonly number[]>,
  ids: DraftIds
): Promise<void> {
  const formula = (text: string | null | undefined): string | null =>
    text
      ? withReferences(
          withOptions(text, (number, option) => ids.options.get(number)?.[option - 1] ?? option),
          reference => withStoredIds(reference, ids)
        )
      : null
  const placed = questions.flatMap(({ number, ...question }) => {
    const expression = formula(question.expression)
    const visible_if = formula(question.visible_if)
    if (expression === null && visible_if === null) return []
    const question_id = ids.questions.get(number) ?? 0
    return {
      question: { number, question_id, project_id: projectId, expression, visible_if },
      sectionIds: sectionsOf.get(number) ?? []
    }
  })
  await validateAllReferences(tx, programmeId, projectId, placed, ofDraft)
  for (const { question } of placed)
    await tx
      .updateTable('questions')
      .set({ expression: question.expression, visible_if: question.visible_if })
      .where(eb => eb.and({ programme_id: programmeId, question_id: question.question_id }))
      .execute()
}

/** A number that the draft does not have stays unresolved, and is refused with the other bad references. */
const withStoredIds = (reference: Reference, { questions, rows, columns }: DraftIds): Reference => ({
  question_id: questions.get(reference.question_id) ?? 0,
  row_id: reference.row_id === null ? null : (rows.get(reference.row_id) ?? 0),
  column_id: reference.column_id === null ? null : (columns.get(reference.column_id) ?? 0)
})
