// A client that fills in cells without pause and records what was acknowledged.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'

export interface WriterPlace {
  token: string
  submissionId: number
  questionnaireId: number
  sectionId: number
  /** They are always written together and hold the same value. */
  cells: readonly CellAddress[]
}

interface Change {
  client_change_id: string
  value: number
  base_version: number
}

/** Values wrap around below this, so that they stay valid. */
const MOST = 50

export class SectionWriter {
  /** Version and value of all cells as last acknowledged. */
  acknowledged = { version: 0, value: Number.NaN }
  /** How many writes were acknowledged. */
  count = 0
  /** Sent, but never answered. */
  #unanswered: Change | null = null
  readonly #place: WriterPlace

  constructor(place: WriterPlace) {
    this.#place = place
  }

  /** Writes until the server does not answer any more. */
  async writeUntilCut(url: string): Promise<void> {
    while (await this.#write(url, this.#next()));
  }

  /** So many writes, each of which must be answered. */
  async write(url: string, times: number): Promise<void> {
    for (let time = 0; time < times; time++)
      if (!(await this.#write(url, this.#next()))) throw new Error('The server does not answer.')
  }

  /** Retries unanswered requests under the same id until the server replies. */
  async resend(url: string): Promise<void> {
    const change = this.#unanswered
    if (!change) return
    for (let attempt = 0; attempt < 200; attempt++) {
      if (await this.#write(url, change)) return
      await pause(50)
    }
    throw new Error('The server does not come back.')
  }

  /** What the server has now in each of the cells. */
  async standing(url: string): Promise<{ version: number; value: unknown }[]> {
    const { questionnaireId, sectionId, submissionId, token, cells } = this.#place
    const path = `questionnaires/${questionnaireId}/sections/${sectionId}/questions?submission_id=${submissionId}`
    const response = await fetch(`${url}${API_PATH_PREFIX}/${path}`, {
      headers: { Authorization: `Bearer ${token}` }
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const section = (await response.json()) as SectionQuestions
    const questions = section.sub_sections.flatMap(subSection => subSection.questions)
    return cells.map(cell => {
      const answer = questions.find(question => cellKey(question) === cellKey(cell))?.answer
      return { version: answer?.version ?? -1, value: answer?.value ?? null }
    })
  }

  /** What may stand there after a cut: what was acknowledged, or all of what was under way, never a part of it. */
  possible(): { version: number; value: number | null }[] {
    const { version, value } = this.acknowledged
    const before = { version, value: version === 0 ? null : value }
    return this.#unanswered ? [before, { version: version + 1, value: this.#unanswered.value }] : [before]
  }

  #next(): Change {
    const { version } = this.acknowledged
    return { client_change_id: randomUUID(), value: 1 + (version % MOST), base_version: version }
  }

  /** False when no answer came, or one that says nothing of what happened. A refusal is the test's fault, and thrown. */
  async #write(url: string, change: Change): Promise<boolean> {
    const { questionnaireId, sectionId, submissionId, token, cells } = this.#place
    this.#unanswered = change
    const answers = cells.map(cell => ({ ...cell, value: change.value, base_version: change.base_version }))
    const response = await fetch(`${url}${API_PATH_PREFIX}/questionnaires/section-submission`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        questionnaire_id: questionnaireId,
        section_id: sectionId,
        submission_id: submissionId,
        client_change_id: change.client_change_id,
        action: 'save',
        answers
      })
    }).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (!response || typeof text !== 'string' || response.status >= 500) return false
    const { saved } = JSON.parse(text) as Partial<SectionSubmissionResult>
    const isSaved =
      saved?.length === cells.length && saved.every(cell => cell.version === change.base_version + 1)
    if (!isSaved) throw new Error(`Not saved: ${response.status} ${text}`)
    this.acknowledged = { version: change.base_version + 1, value: change.value }
    this.#unanswered = null
    this.count += 1
    return true
  }
}
