// What an import of answers changes: counts for each questionnaire and period, and what is refused.

import { countOf } from '#lib/format.ts'
import type { FilePosition } from '#operations/provision/content.ts'
import type { AnswersEntry } from '#operations/provision/difference.ts'
import type { LineFault } from './answer-lines.ts'
import type { ImportedSection } from './section-import.ts'

/** A file may have a million lines, and a longer list would not help anyone to correct it. */
const MAX_REFUSALS = 100

/** A questionnaire in a period. */
export interface PeriodPlan {
  project: string
  period: string
  questionnaire: string
  questionnaireId: number
  place: FilePosition
  added: number
  changed: number
  unchanged: number
  /** Sections whose status alone changes. */
  statuses: number
  newSubmissions: number
  submissions: number
  organisationIds: Set<number>
  /** One of its submissions. */
  submissionId: number
  hasWritten: boolean
}

type PeriodKey = Pick<PeriodPlan, 'project' | 'period' | 'questionnaire' | 'questionnaireId' | 'place'>

interface CountedUnit {
  organisation_id: number
  submission_id: number
}

export class ImportPlan {
  readonly #periods = new Map<string, PeriodPlan>()
  readonly #refusals: AnswersEntry[] = []
  /** Where the lines of each section of a submission are. */
  readonly #seen = new Map<number, Map<number, FilePosition>>()

  get periods(): PeriodPlan[] {
    return [...this.#periods.values()]
  }

  get isRefused(): boolean {
    return this.#refusals.length > 0
  }

  /** Whether the limit of refusals is reached, so that reading stops. */
  get isFull(): boolean {
    return this.#refusals.length >= MAX_REFUSALS
  }

  refuse(file: string, { line, reason }: LineFault): void {
    if (this.isFull) return
    const key = `answers:${file}:${line}`
    this.#refusals.push({ change: 'refused', kind: 'answers', key, place: { file, line }, reason })
    if (this.isFull)
      this.#refusals.push({
        ...this.#refusals[0]!,
        key: 'answers:more',
        place: { file, line },
        reason: `${MAX_REFUSALS} lines are refused; the remaining lines were not read`
      })
  }

  /** Where other lines of this section are, if there are any. */
  claim(sectionId: number, submissionId: number, place: FilePosition): FilePosition | undefined {
    const own = this.#seen.get(sectionId) ?? new Map<number, FilePosition>()
    this.#seen.set(sectionId, own)
    const other = own.get(submissionId)
    if (other === undefined) own.set(submissionId, place)
    return other
  }

  count(
    key: PeriodKey,
    { organisation_id, submission_id }: CountedUnit,
    section: ImportedSection,
    isNew: boolean
  ): void {
    const name = JSON.stringify([key.project, key.questionnaireId, key.period])
    const period = this.#periods.get(name) ?? newPeriod(key)
    this.#periods.set(name, period)
    const { added, changed, unchanged, state, writes } = section
    period.added += added
    period.changed += changed
    period.unchanged += unchanged
    if (state === null) return
    if (writes.length === 0) period.statuses += 1
    if (isNew) period.newSubmissions += 1
    if (period.submissionId !== submission_id) period.submissions += 1
    period.submissionId = submission_id
    period.organisationIds.add(organisation_id)
    period.hasWritten = true
  }

  /** Leaves out unchanged answers, so that a repeated import is a no-op. */
  entries(peopleOf: (period: PeriodPlan) => number): AnswersEntry[] {
    const changes = this.periods.filter(({ hasWritten }) => hasWritten)
    return [
      ...changes.map((period): AnswersEntry => {
        const { project, period: name, questionnaire, place, added, changed, submissions } = period
        return {
          change: added > 0 ? 'new' : 'changed',
          kind: 'answers',
          key: JSON.stringify([project, name, questionnaire]),
          place,
          summary: `answers of ${project} › ${name} › ${questionnaire}: ${summaryOf(period)}`,
          effect: { answers: added + changed, submissions, people: peopleOf(period) }
        }
      }),
      ...this.#refusals
    ]
  }
}

const newPeriod = (key: PeriodKey): PeriodPlan => ({
  ...key,
  added: 0,
  changed: 0,
  unchanged: 0,
  statuses: 0,
  newSubmissions: 0,
  submissions: 0,
  organisationIds: new Set(),
  submissionId: 0,
  hasWritten: false
})

function summaryOf({ added, changed, unchanged, statuses, newSubmissions }: PeriodPlan): string {
  const counts = [`${added} added`, `${changed} changed`, `${unchanged} unchanged`]
  if (statuses > 0) counts.push(`${countOf(statuses, 'section status', 'section statuses')} changed`)
  if (newSubmissions > 0) counts.push(countOf(newSubmissions, 'new submission'))
  return counts.join(', ')
}
