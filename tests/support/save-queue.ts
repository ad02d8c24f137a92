// A save queue over plain numbers, for tests of what it sends and when.

import type { QueuedChange } from '#browser/section/sync/isolation.ts'
import { SaveQueue, type Batch, type QueueState } from '#browser/section/sync/save-queue.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { handTiming } from './manual-timing.ts'

export const nothing: SectionSubmissionResult = {
  section_submission: {
    section_id: 1,
    status: 'in_progress',
    version: 1,
    completion_percent: 0,
    updated_at: null,
    updated_by: null
  },
  saved: [],
  rejected: [],
  warnings: [],
  conflicts: []
}

export const CONFLICT = 'An answer waits for your choice.'

export type Reply = () => Result<SectionSubmissionResult> | 'lost'

/** A queue over plain numbers; `replies` say how each request goes, and `arrived` is what the other side has taken, each id once. */
export function setUpQueue(replies: Reply[] = []) {
  const timing = handTiming()
  const values = new Map<string, number>()
  const requests: Batch[] = []
  const arrived = new Map<string, Batch>()
  const states: QueueState[] = []
  const refused: [key: string, value: number][] = []
  let open = 0
  let most = 0
  let ids = 0
  const changeOf = (key: string): QueuedChange => ({
    key,
    edit: `${key}=${values.get(key)}`,
    change: {
      question_id: Number(key),
      row_id: 0,
      column_id: 0,
      value: values.get(key) ?? null,
      is_not_applicable: false,
      is_not_available: false,
      base_version: 0
    }
  })
  let heldBack = ''
  const queue = new SaveQueue({
    timing,
    newId: () => `change-${(ids += 1)}`,
    changesOf: keys => keys.filter(key => values.has(key)).map(changeOf),
    heldBack: () => heldBack,
    send: async batch => {
      requests.push(batch)
      open += 1
      most = Math.max(most, open)
      await Promise.resolve()
      open -= 1
      const result = replies.shift()?.() ?? ok(nothing)
      if (result === 'lost' || result.ok)
        if (!arrived.has(batch.client_change_id)) arrived.set(batch.client_change_id, batch)
      return result === 'lost' ? err('An error occurred', null) : result
    },
    onReply: (_, { conflicts }) => void (heldBack ||= conflicts.map(() => CONFLICT).join('')),
    onFailure: () => {},
    onRefusal: ({ key }) => refused.push([key, values.get(key) ?? 0]),
    onState: state => states.push(state)
  })
  const edit = (key: string, value: number): void => {
    values.set(key, value)
    queue.enqueue([key])
  }
  return { timing, queue, edit, values, requests, arrived, refused, states, mostAtOnce: () => most }
}
