// Whose figures the grids of the builder show: invented ones, or the answers of a submission.

import { atom } from 'nanostores'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { MAX_SUBMISSIONS } from '#contract/limits.ts'
import { getSectionQuestions, type CellValue } from '#contract/questionnaires.ts'
import { listSubmissions, type Submission } from '#contract/submissions.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { compareNames } from '#lib/compare.ts'
import { err, mapResult, type Result } from '#lib/result.ts'
import { inventAnswer } from './example-figures.ts'
import type { ValueAt } from './preview-engine.ts'

/** 0 for invented figures. */
export const $exampleId = atom(0)

export const $exampleChoices = loadableStore<Submission[]>()
export const $exampleAnswers = loadableStore<ReadonlyMap<string, CellValue>>()

/** Loads the submissions whose answers can be shown. */
export const loadExampleChoices = (project_id: number, time_period_id: number): Promise<void> =>
  $exampleChoices.load(`${project_id}/${time_period_id}`, async () => {
    const listed = await call(listSubmissions, {
      query: { project_id, time_period_id, limit: MAX_SUBMISSIONS }
    })
    return mapResult(listed, ({ submissions }) =>
      submissions.toSorted((one, other) => compareNames(one.name, other.name))
    )
  })

/** Loads the answers of a submission in a section. */
export const loadExampleAnswers = (id: number, sid: number, submission_id: number): Promise<void> =>
  $exampleAnswers.load(`${id}/${sid}/${submission_id}`, () => readAnswers(id, sid, submission_id))

async function readAnswers(
  id: number,
  sid: number,
  submission_id: number
): Promise<Result<ReadonlyMap<string, CellValue>>> {
  const read = await call(getSectionQuestions, { params: { id, sid }, query: { submission_id } })
  if (!read.ok && read.status === 404) return err('This section does not apply there.', 404)
  return mapResult(
    read,
    ({ sub_sections }) =>
      new Map(
        sub_sections.flatMap(({ questions }) =>
          questions.map(question => [cellKey(question), question.answer.value] as const)
        )
      )
  )
}

/** The answers to show in the places of a form. */
export const exampleValues =
  (answers: ReadonlyMap<string, CellValue> | null): ValueAt =>
  question =>
    answers === null ? inventAnswer(question) : (answers.get(cellKey(question)) ?? null)
