// How far the whole survey is, and what a respondent is told about saving.
import { percentOf } from '#domain/completion.ts'
import { countOf } from '#lib/format.ts'
import type { SectionStatusLine } from '#questionnaire/status-line.ts'

export interface SurveyStatus {
  /** Floored, so that 100 means that nothing is missing. */
  percent: number
  isDone: boolean
  /** Needed and without an answer. */
  missing: number
  unsaved: number
  errors: number
  conflicts: number
  /** The sections' own lines, in order. */
  lines: readonly SectionStatusLine[]
}

export function sumOf(lines: readonly SectionStatusLine[]): SurveyStatus {
  const sum = (of: (line: SectionStatusLine) => number): number => lines.reduce((total, line) => total + of(line), 0)
  return {
    percent: percentOf({
      applicable_count: sum(line => line.counts.applicable_count),
      answered_count: sum(line => line.counts.answered_count)
    }),
    isDone: lines.every(line => line.isDone),
    missing: sum(line => line.counts.required_remaining_count),
    unsaved: sum(line => line.unsaved),
    errors: sum(line => line.errors),
    conflicts: sum(line => line.conflicts),
    lines
  }
}

export interface SurveySavingWords {
  text: string
  isSaved: boolean
  /** What the respondent can do about it. */
  action: string | null
}

/** 'Saved', 'Saving…', or why an answer is only on this device. */
export function surveySavingWords({ unsaved, errors, conflicts, lines }: SurveyStatus): SurveySavingWords {
  const fault = lines.find(line => line.storageFault !== null)?.storageFault ?? null
  if (unsaved === 0) return { text: 'Saved', isSaved: true, action: null }
  const kept = fault === null ? `${countOf(unsaved, 'answer')} kept on this device.` : `Keep this page open. ${fault}`
  const queues = lines.map(line => line.queue)
  const stopped = queues.find(queue => queue.is === 'stopped')
  if (stopped !== undefined) return { text: `${kept} ${stopped.error}`, isSaved: false, action: 'Try again' }
  const retrying = queues.find(queue => queue.is === 'retrying')
  if (retrying !== undefined) {
    const why = retrying.status === null ? 'No connection' : 'The server does not answer'
    return { text: `${kept} ${why}; it is tried again by itself.`, isSaved: false, action: 'Try now' }
  }
  if (queues.some(queue => queue.is === 'waiting' || queue.is === 'sending')) return { text: 'Saving…', isSaved: false, action: null }
  const open = errors + conflicts
  return { text: open > 0 ? `${countOf(open, 'answer')} to correct, the rest saved` : kept, isSaved: false, action: null }
}
