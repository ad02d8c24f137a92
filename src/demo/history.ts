import { Readable } from 'node:stream'
import { cellKey } from '#domain/answers/cell-address.ts'
import { LONG_COLUMNS, longLine } from '#domain/exports/answer-lines.ts'
import { csvFile } from '#lib/csv.ts'
import { invariant } from '#lib/invariant.ts'
import { ok } from '#lib/result.ts'
import { importAnswers } from '#operations/provision/answers/import-answers.ts'
import { readProjectCodes } from '#operations/provision/answers/project-codes.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { csvCell } from '#server/exports/table-files.ts'
import type { SeededAnswer } from './figures.ts'
import { daysBefore, type Seeding } from './seeding.ts'
import type { SeededProject, SeededSection } from './structure.ts'
import type { SeededSubmission } from './submissions.ts'

const IMPORTED_DAYS_AGO = 90

export interface PastSection {
  submission: SeededSubmission
  section: SeededSection
  answers: readonly SeededAnswer[]
}

/** Imports the answers of past periods from a file, as `npm run provision` does. */
export async function importHistory(
  { tx, programmeId, now }: Seeding,
  { projectId, projectCode, importedFrom }: SeededProject,
  past: readonly PastSection[]
): Promise<void> {
  const structure = await takeStructure(tx, programmeId, projectId)
  const { questionnaires } = await readProjectCodes(tx, programmeId, projectCode)
  const places = new Map(
    [...questionnaires.values()].flatMap(({ code, cells }) =>
      [...cells.values()].map(place => [
        `${place.section.section_id} ${cellKey(place.address)}`,
        { code, place }
      ])
    )
  )
  const lines = past.flatMap(({ submission: { unit, timePeriod, enteredAt }, section, answers }) =>
    answers.map(({ cell, value, isNotAvailable }) => {
      const address = { question_id: cell.questionId, row_id: cell.rowId, column_id: cell.columnId }
      const found = places.get(`${section.sectionId} ${cellKey(address)}`)
      invariant(found, `${cell.code} has a place in its section`)
      return longLine(
        {
          organisation: unit.organisation.code,
          submission: unit.code,
          period: String(timePeriod.year),
          questionnaire: found.code,
          case: ''
        },
        { place: found.place, row: null, order: [0, 0, 0] },
        {
          value,
          is_not_applicable: false,
          is_not_available: isNotAvailable,
          author: importedFrom ?? '',
          time: enteredAt.toISOString()
        },
        { section: 'signed_off', query: null },
        'codes'
      )
    })
  )
  const bytes = Buffer.from(csvFile([LONG_COLUMNS, ...lines.map(line => line.map(csvCell))]))
  const file = { project: projectCode, file: 'history.csv', open: () => ok(Readable.from([bytes])) }
  const entries = await importAnswers(structure, [file], {
    now: daysBefore(now, IMPORTED_DAYS_AGO),
    isApplied: true,
    mayReplace: false
  })
  const refused = entries.filter(({ change }) => change === 'refused')
  invariant(refused.length === 0, `The past of ${projectCode} is imported: ${JSON.stringify(refused[0])}`)
}
