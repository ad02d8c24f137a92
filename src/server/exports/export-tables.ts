// The tables of an export, each read from the database while it is written.

import type { AnswerExtra, AnswerLayout, ChoiceValues } from '#contract/answer-exports.ts'
import {
  COMMENT_COLUMNS,
  commentLine,
  HISTORY_COLUMNS,
  historyLine,
  LONG_COLUMNS,
  longLine,
  QUERY_COLUMNS,
  queryLine,
  type FileField
} from '#domain/exports/answer-lines.ts'
import { CODEBOOK_COLUMNS, codebookLines, wideTables, type WideTable } from '#domain/exports/wide-lines.ts'
import { chunksOf } from '#lib/group-by.ts'
import { createPseudonyms, submissionIds, unitBatches, type StoredUnit } from './answered-units.ts'
import { readComments, readHistory, readQueryEntries } from './cell-records.ts'
import type { ExportedQuestionnaire, ExportScope } from './export-scope.ts'
import { questionnaireReader, readUnitAnswers, type QuestionnaireReader } from './unit-content.ts'

export interface ExportTable {
  name: string
  columns: readonly string[]
  lines: () => AsyncGenerator<FileField[][]>
}

export interface ExportOptions {
  layout: AnswerLayout
  values: ChoiceValues
  include: readonly AnswerExtra[]
  include_query_status: boolean
}

/** Cells of one batch, so that it stays below a megabyte. */
const CELLS_AT_ONCE = 2000
const MAX_UNITS_AT_ONCE = 500
/** Each place has a line, or one for each of its options. */
const PLACES_AT_ONCE = 20
/** The rows that a repeating block is assumed to have. */
const EXPECTED_ROWS = 10

/** Keeps a batch at about `CELLS_AT_ONCE` cells if no submission has more than `EXPECTED_ROWS` rows. */
function unitsAtOnce({ places }: ExportedQuestionnaire): number {
  const cells = places.reduce((sum, { subSection }) => sum + (subSection.is_repeating ? EXPECTED_ROWS : 1), 0)
  return Math.min(MAX_UNITS_AT_ONCE, Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, cells))))
}

type ReadLines = (reader: QuestionnaireReader, units: readonly StoredUnit[]) => AsyncIterable<FileField[][]>

export async function exportTables(
  scope: ExportScope,
  { layout, values, include, include_query_status }: ExportOptions
): Promise<ExportTable[]> {
  const ids = await submissionIds(scope)
  const pseudonymOf = createPseudonyms()
  const table = (
    name: string,
    columns: readonly string[],
    read: ReadLines,
    questionnaires = scope.questionnaires
  ): ExportTable => ({
    name,
    columns,
    async *lines() {
      for (const questionnaire of questionnaires) {
        const reader = questionnaireReader(scope, questionnaire)
        const request = { questionnaire, ids, pseudonymOf, size: unitsAtOnce(questionnaire) }
        for await (const units of unitBatches(scope, request)) yield* read(reader, units)
      }
    }
  })
  const answers =
    layout === 'long'
      ? [table('answers', longColumns(include_query_status), readLong(values, include_query_status))]
      : scope.questionnaires.flatMap(questionnaire =>
          wideTables(questionnaire.places, values).map(wide =>
            table(
              wide.block === null ? questionnaire.code : `${questionnaire.code}.${wide.block}`,
              wide.columns,
              readWide(wide),
              [questionnaire]
            )
          )
        )
  const extras = {
    codebook: () => codebookTable(scope),
    comments: () => table('comments', COMMENT_COLUMNS, readCommentLines),
    queries: () => table('queries', QUERY_COLUMNS, readQueryLines),
    history: () => table('history', HISTORY_COLUMNS, readHistoryLines(values))
  }
  const wanted = new Set(layout === 'wide' ? ['codebook' as const, ...include] : include)
  return [...answers, ...[...wanted].map(extra => extras[extra]())]
}

/** Without the status of queries, the last one, if it is not wanted. */
const longColumns = (hasQueryStatus: boolean): readonly string[] =>
  hasQueryStatus ? LONG_COLUMNS : LONG_COLUMNS.slice(0, -1)

const readLong = (values: ChoiceValues, hasQueryStatus: boolean): ReadLines =>
  async function* longLines(reader, units) {
    const batches = await readUnitAnswers(reader, units)
    const { length } = longColumns(hasQueryStatus)
    yield batches.flatMap(({ unit, answers, stateOf }) =>
      answers.map(({ address, cell, queryStatus }) => {
        const section = stateOf(address.place.section.section_id).status
        return longLine(unit, address, cell, { section, query: queryStatus }, values).slice(0, length)
      })
    )
  }

const readWide = (wide: WideTable): ReadLines =>
  async function* wideLines(reader, units) {
    const batches = await readUnitAnswers(reader, units)
    yield batches.flatMap(({ unit, answers, stateOf }) =>
      wide.linesOf({
        unit,
        cells: answers.map(({ address, cell }) => ({ ...address, cell })),
        stateOf
      })
    )
  }

const readHistoryLines = (values: ChoiceValues): ReadLines =>
  async function* historyLines(reader, units) {
    for await (const page of readHistory(reader, units))
      yield page.map(({ unit, address, record }) => historyLine(unit, address, record, values))
  }

const readCommentLines: ReadLines = async function* commentLines(reader, units) {
  for await (const page of readComments(reader, units))
    yield page.map(({ unit, address, record }) => commentLine(unit, address, record))
}

const readQueryLines: ReadLines = async function* queryLines(reader, units) {
  for await (const page of readQueryEntries(reader, units))
    yield page.map(({ unit, address, record }) => queryLine(unit, address, record))
}

const codebookTable = ({ questionnaires }: ExportScope): ExportTable => ({
  name: 'codebook',
  columns: CODEBOOK_COLUMNS,
  // Nothing to wait for: all places are known.
  async *lines() {
    for (const { code, questionnaire_name, places } of questionnaires)
      for (const some of chunksOf(places, PLACES_AT_ONCE))
        yield await Promise.resolve(codebookLines({ code, name: questionnaire_name }, some))
  }
})
