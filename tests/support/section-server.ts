// The other side of a section in memory, by the contract's rules for saving: versions, conflicts unless the value is the same, and each
// client_change_id applied once. It speaks like the API, so that the engine can be driven through faults that a real server does not have.

import { pickAnswer } from '#browser/section/state/merge.ts'
import type { Answer as StoredAnswer, SectionQuestions } from '#contract/questionnaires.ts'
import type { CellChange, SectionSubmissionResult } from '#contract/section-submissions.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { SectionSide } from './section-visit.ts'

export interface SectionServer {
  save: (
    id: string,
    answers: readonly CellChange[],
    by?: string,
    userId?: number | null
  ) => Result<SectionSubmissionResult>
  /** The server as one person uses it. */
  as: (name?: string, userId?: number | null) => SectionSide
  valueOf: (key: string) => StoredAnswer['value'] | undefined
  /** Every value that a cell has had, in order. */
  past: Map<string, StoredAnswer['value'][]>
}

export function sectionServer(shape: SectionQuestions): SectionServer {
  const answers = new Map(
    shape.sub_sections.flatMap(sub =>
      sub.questions.map(question => [cellKey(question), question.answer] as const)
    )
  )
  const applied = new Map<string, SectionSubmissionResult>()
  const past = new Map<string, StoredAnswer['value'][]>()

  const take = (
    change: CellChange,
    by: { name: string; userId: number | null },
    result: SectionSubmissionResult
  ): void => {
    const key = cellKey(change)
    const place = { question_id: change.question_id, row_id: change.row_id, column_id: change.column_id }
    const now = answers.get(key)
    if (now === undefined) return void result.rejected.push({ ...place, message: 'Cell not found' })
    const isSame = isSameAnswer(pickAnswer(change), now)
    if (now.version !== change.base_version && !isSame) {
      result.conflicts.push({
        ...place,
        mine: change.value,
        theirs: now.value,
        theirs_is_not_applicable: now.is_not_applicable,
        theirs_is_not_available: now.is_not_available,
        theirs_version: now.version,
        theirs_updated_at: now.updated_at,
        theirs_updated_by: now.updated_by
      })
      return
    }
    const next: StoredAnswer = {
      value: change.value,
      is_not_applicable: change.is_not_applicable ?? false,
      is_not_available: change.is_not_available ?? false,
      version: isSame ? now.version : now.version + 1,
      updated_at: '2026-11-20T14:02:00.000Z',
      updated_by: by.name,
      updated_by_user_id: by.userId
    }
    answers.set(key, next)
    if (!isSame) past.set(key, [...(past.get(key) ?? []), change.value])
    result.saved.push({ ...place, version: next.version })
  }

  const section = (): SectionQuestions => ({
    ...shape,
    sub_sections: shape.sub_sections.map(sub => ({
      ...sub,
      questions: sub.questions.map(question => ({
        ...question,
        answer: answers.get(cellKey(question)) ?? question.answer
      }))
    }))
  })
  const server: SectionServer = {
    past,
    valueOf: key => answers.get(key)?.value,
    as: (name, userId) => ({
      read: async () => section(),
      save: (id, changes) => server.save(id, changes, name, userId)
    }),
    save: (id, changes, by = 'A. Okafor', userId = null) => {
      if (id.length < 8) return err('client_change_id is too short', 422)
      const before = applied.get(id)
      if (before !== undefined) return ok(before)
      const result: SectionSubmissionResult = {
        section_submission: {
          section_id: 3,
          status: 'in_progress',
          version: applied.size + 2,
          completion_percent: 0,
          updated_at: '2026-11-20T14:02:00.000Z',
          updated_by: by
        },
        saved: [],
        rejected: [],
        warnings: [],
        conflicts: []
      }
      for (const change of changes) take(change, { name: by, userId }, result)
      applied.set(id, result)
      return ok(result)
    }
  }
  return server
}
