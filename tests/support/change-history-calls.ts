// The calls that people make in a history of changes, and what is stored afterwards.

import { randomUUID } from 'node:crypto'
import { declareEmptySection, saveSection } from '#contract/section-submissions.ts'
import type { HistoryDeclaration, HistorySave } from './change-history.ts'
import type { Stage } from './pairs/stage.ts'
import { PROGRAMME } from './races/race-accounts.ts'
import type { TestServer } from './server.ts'

/** Of each section, the cells that a save writes. */
export const cellsOf = ({ standard }: Stage) =>
  [
    [standard.cell('Beds'), standard.cell('Beds in use'), standard.cell('Rooms')],
    [standard.cell('Staff')]
  ] as const

/** What is stored of the questionnaire. */
export async function stored(stage: Stage) {
  const { database } = stage.server
  const rows = await database
    .selectFrom('answers')
    .select(['question_id', 'row_id', 'column_id', 'value', 'version'])
    .where('programme_id', '=', PROGRAMME)
    .where('submission_id', '=', stage.submission_id)
    .where('case_code_id', '=', 0)
    .execute()
  const states = await database
    .selectFrom('section_submissions')
    .select(['section_id', 'status', 'empty_reason'])
    .where('programme_id', '=', PROGRAMME)
    .where('submission_id', '=', stage.submission_id)
    .where('case_code_id', '=', 0)
    .execute()
  const at = (cell: { question_id: number; row_id: number; column_id: number }) =>
    rows.find(
      row =>
        row.question_id === cell.question_id && row.row_id === cell.row_id && row.column_id === cell.column_id
    )
  return {
    versionOf: (cell: Parameters<typeof at>[0]) => at(cell)?.version ?? 0,
    rooms: (at(stage.standard.cell('Rooms'))?.value ?? null) as number | null,
    values: cellsOf(stage).map(([first]) => (at(first)?.value ?? null) as number | null),
    status: stage.standard.section_ids.map(
      id => states.find(({ section_id }) => section_id === id)?.status ?? 'not_started'
    ),
    reasons: stage.standard.section_ids.map(
      id => states.find(({ section_id }) => section_id === id)?.empty_reason ?? null
    )
  }
}

export async function save(
  server: TestServer,
  stage: Stage,
  { does, section: at, role: by, value }: HistorySave
): Promise<number> {
  const { versionOf } = await stored(stage)
  const answers =
    value === undefined
      ? []
      : cellsOf(stage)[at].map(cell => ({
          ...cell,
          value,
          base_version: versionOf(cell),
          is_not_applicable: false,
          is_not_available: false
        }))
  const body = {
    questionnaire_id: stage.standard.questionnaire_id,
    section_id: stage.standard.section_ids[at]!,
    submission_id: stage.submission_id,
    client_change_id: randomUUID(),
    action: does,
    answers
  }
  return (await server.call(saveSection, { body }, stage.tokens[by])).status
}

export async function declare(
  server: TestServer,
  stage: Stage,
  { section: at, role: by, reason }: HistoryDeclaration
): Promise<number> {
  const body = {
    questionnaire_id: stage.standard.questionnaire_id,
    section_id: stage.standard.section_ids[at]!,
    submission_id: stage.submission_id,
    client_change_id: randomUUID(),
    empty_reason: reason
  }
  return (await server.call(declareEmptySection, { body }, stage.tokens[by])).status
}
