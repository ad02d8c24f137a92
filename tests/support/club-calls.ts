// The API calls of the people in a museum club.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { login } from '#contract/auth.ts'
import { checkCaseCode } from '#contract/case-codes.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { changePassword } from '#contract/password-change.ts'
import { getSectionQuestions, listSections } from '#contract/questionnaires.ts'
import { createRegistrationContact } from '#contract/registration-contacts.ts'
import { createRegistrationSubmission } from '#contract/registration-submissions.ts'
import { createRegistration, updateRegistration } from '#contract/registrations.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { cellAddress, type CellAddress } from '#domain/answers/cell-address.ts'
import { request } from './api-client.ts'

const PASSWORD = 'a quiet museum on a monday'

export type Action = 'save' | 'complete'

interface SectionOf {
  questionnaire_id: number
  section_id: number
  submission_id: number
}

/** Each call is made by the admin, or by whoever is named. */
export function callsOf({ url }: { url: () => string }) {
  const tokens = new Map<string, string>()

  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, who = 'admin') {
    const response = await request(url(), endpoint, input, tokens.get(who))
    return { status: response.status, body: (await response.json()) as ReplyOf<E> & { detail?: string } }
  }

  /** The reply of a call that must succeed. */
  async function done<E extends Endpoint>(endpoint: E, input: InputOf<E>, who = 'admin') {
    const { status, body } = await call(endpoint, input, who)
    if (status !== 200) expect.fail(`${endpoint.path}: ${status} ${body.detail}`)
    return body
  }

  return {
    tokens,
    call,
    done,
    /** Accepts an invitation by its code. */
    async logIn(who: string, email_address: string, code: string): Promise<void> {
      await done(changePassword, { body: { code, new_password: PASSWORD } })
      const body = { programme_id: 1, email_address, password: PASSWORD }
      tokens.set(who, (await done(login, { body })).access_token)
    },
    /** Registers with one unit. `early` is the status of confirming before anything is filled in. */
    async register(
      who: string,
      begun: InputOf<typeof createRegistration>['body'],
      unit: { scope_id: number; submission_name: string; lineage_id: number }
    ) {
      const { registration_id } = await done(createRegistration, { body: begun }, who)
      const confirmed = {
        params: { id: registration_id },
        body: { registration_status: 'registered' as const }
      }
      const { status: early } = await call(updateRegistration, confirmed, who)
      const accepted = { params: { id: registration_id }, body: { terms_accepted: true } }
      await done(updateRegistration, accepted, who)
      for (const contact_role of ['Lead', 'Data']) {
        const contact = { contact_name: 'Lea', email_address: 'lea@museums.example', contact_role }
        await done(createRegistrationContact, { body: { registration_id, ...contact } }, who)
      }
      const body = { registration_id, ...unit }
      const { submission_id } = await done(createRegistrationSubmission, { body }, who)
      await done(updateRegistration, confirmed, who)
      return { early, submission_id }
    },
    /** The first section of a questionnaire, and its cells by the codes that are given to their questions. */
    async openFirstSection(
      who: string,
      { questionnaire_id, submission_id }: { questionnaire_id: number; submission_id: number },
      codes: Record<string, string>
    ) {
      const query = { submission_id }
      const { sections } = await done(listSections, { params: { id: questionnaire_id }, query }, who)
      const { section_id } = sections[0]!
      const params = { id: questionnaire_id, sid: section_id }
      const { sub_sections } = await done(getSectionQuestions, { params, query }, who)
      const cells = sub_sections
        .flatMap(({ questions }) => questions)
        .map(question => [codes[question.question_text] ?? '', cellAddress(question)] as const)
      return { section: { questionnaire_id, section_id }, cells: new Map(cells) }
    },
    /** Saves answers, based on the versions that the section has now. */
    async save(
      who: string,
      section: SectionOf,
      cells: ReadonlyMap<string, CellAddress>,
      values: Record<string, number | string>,
      action: Action
    ) {
      const { questionnaire_id, section_id, submission_id } = section
      const params = { id: questionnaire_id, sid: section_id }
      const { sub_sections } = await done(getSectionQuestions, { params, query: { submission_id } }, who)
      const questions = sub_sections.flatMap(one => one.questions)
      const answers = Object.entries(values).map(([code, value]) => {
        const cell = cells.get(code)!
        const found = questions.find(one => one.question_id === cell.question_id)
        return { ...cell, value, base_version: found?.answer.version ?? 0 }
      })
      return call(saveSection, { body: { ...section, client_change_id: randomUUID(), action, answers } }, who)
    },
    /** Answers the only question of a case with one of its options. */
    async answerCase(
      where: { questionnaire_id: number; submission_id: number },
      case_code: string,
      option: number
    ) {
      const { section_ids } = await done(checkCaseCode, { query: { ...where, case_code } }, 'nobody')
      const [section_id = 0] = section_ids
      const { sub_sections } = await done(
        getSectionQuestions,
        {
          params: { id: where.questionnaire_id, sid: section_id },
          query: { submission_id: where.submission_id, case_code }
        },
        'nobody'
      )
      const { question_id, row_id, column_id, option_list } = sub_sections[0]!.questions[0]!
      const value = option_list[option]!.option_id
      const answers = [{ question_id, row_id, column_id, value, base_version: 0 }]
      const change = { client_change_id: randomUUID(), action: 'complete' as const, answers }
      return done(saveSection, { body: { ...where, section_id, case_code, ...change } }, 'nobody')
    }
  }
}
