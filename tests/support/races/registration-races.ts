// Registrations, submissions and answers: one registration, one submission of a name, one version of a cell.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createCaseCodes } from '#contract/case-codes.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { createSubmission, listSubmissions } from '#contract/submissions.ts'
import { makeCase } from '#tests/support/cases.ts'
import { cellOf } from '#tests/support/seeded.ts'
import {
  AT_ONCE,
  byTurns,
  callOf,
  fresh,
  times,
  type Arena,
  type Scenario,
  type WritingName
} from './race.ts'

async function ownSubmissions({ server, registering }: Arena) {
  return (await server.call(listSubmissions, { query: registering.place() }, registering.lead())).body
    .submissions
}

export const registrationRaces = {
  createRegistration: async ({ server, registering }) => {
    const body = { ...registering.place(), scope_ids: await registering.scopeIds() }
    return {
      calls: times(AT_ONCE, () => callOf('createRegistration', { body }, registering.lead())),
      winners: 1,
      async after() {
        const rows = await server.database
          .selectFrom('registrations')
          .select('registration_id')
          .where('programme_id', '=', 1)
          .where('project_id', '=', body.project_id)
          .where('time_period_id', '=', body.time_period_id)
          .where('organisation_id', '=', body.organisation_id)
          .execute()
        expect(rows).toHaveLength(1)
      }
    }
  },
  updateRegistration: async ({ server, registering }) => {
    const id = await registering.begin({ terms_accepted: true })
    const scope_ids = await registering.scopeIds()
    const change = (body: object) =>
      callOf('updateRegistration', { params: { id }, body }, registering.lead())
    return {
      // Withdrawn or given other scopes: a withdrawn registration accepts no scopes.
      calls: byTurns(
        change({ registration_status: 'withdrawn', reason: 'No staff' }),
        change({ scope_ids: scope_ids.slice(0, 1) })
      ),
      winners: [1, AT_ONCE],
      async after() {
        const row = await server.database
          .selectFrom('registrations')
          .select(['registration_status', 'withdrawal_reason'])
          .where('programme_id', '=', 1)
          .where('registration_id', '=', id)
          .executeTakeFirstOrThrow()
        expect(row).toEqual({ registration_status: 'withdrawn', withdrawal_reason: 'No staff' })
      }
    }
  },
  createRegistrationContact: async ({ registering }) => {
    const registration_id = await registering.begin()
    const contact = { registration_id, contact_role: 'Lead', contact_name: 'Rae Moss', is_primary: true }
    const add = (name: string) =>
      callOf(
        'createRegistrationContact',
        { body: { ...contact, email_address: `${name}@race.example` } },
        registering.lead()
      )
    return {
      // One address many times, and others once each.
      calls: [...times(4, () => add('same')), ...times(4, index => add(`other-${index}`))],
      winners: 5,
      async after() {
        const contacts = await registering.contactsOf(registration_id)
        expect(contacts.filter(one => one.is_primary)).toHaveLength(1)
        expect(new Set(contacts.map(one => one.email_address)).size).toBe(contacts.length)
      }
    }
  },
  deleteRegistrationContact: async ({ registering }) => {
    const registration_id = await registering.begin()
    const one = await registering.addContact(registration_id, 'Lead', 'Rae Moss')
    await registering.addContact(registration_id, 'Lead', 'Jo Hart')
    const { registration_contact_id } = one.body
    return {
      calls: times(AT_ONCE, () =>
        callOf('deleteRegistrationContact', { body: { registration_contact_id } }, registering.lead())
      ),
      winners: 1,
      after: async () =>
        expect(await registering.contactsOf(registration_id)).toMatchObject([
          { contact_name: 'Jo Hart', is_primary: true }
        ])
    }
  },
  createRegistrationSubmission: async ({ registering }) => {
    const registration_id = await registering.begin()
    const [scope_id = 0] = await registering.scopeIds()
    const body = { registration_id, scope_id, submission_name: fresh('Ward') }
    return {
      calls: times(AT_ONCE, () => callOf('createRegistrationSubmission', { body }, registering.lead())),
      winners: 1,
      after: async () => expect(await registering.submissionsOf(registration_id)).toHaveLength(1)
    }
  },
  deleteRegistrationSubmission: async ({ registering }) => {
    const registration_id = await registering.begin()
    const { body } = await registering.addSubmission(registration_id, { submission_name: fresh('Ward') })
    const { registration_submission_id } = body
    return {
      calls: times(AT_ONCE, () =>
        callOf('deleteRegistrationSubmission', { body: { registration_submission_id } }, registering.lead())
      ),
      winners: 1,
      after: async () => expect(await registering.submissionsOf(registration_id)).toEqual([])
    }
  },
  createSubmission: async arena => {
    const { registering } = arena
    const name = fresh('Ward')
    return {
      calls: times(AT_ONCE, () =>
        callOf('createSubmission', { body: { ...registering.place(), name } }, registering.lead())
      ),
      winners: 1,
      after: async () =>
        expect((await ownSubmissions(arena)).filter(one => one.name === name)).toHaveLength(1)
    }
  },
  updateSubmission: async arena => {
    const { server, registering } = arena
    const make = async () =>
      (
        await server.call(
          createSubmission,
          { body: { ...registering.place(), name: fresh('Ward') } },
          registering.lead()
        )
      ).body.id
    const [one, other] = [await make(), await make()]
    const name = fresh('Ward')
    const rename = (id: number) =>
      callOf('updateSubmission', { params: { id }, body: { name } }, registering.lead())
    return {
      // The first of the two takes the name, and may take it again.
      calls: byTurns(rename(one), rename(other)),
      winners: AT_ONCE / 2,
      after: async () =>
        expect((await ownSubmissions(arena)).filter(submission => submission.name === name)).toHaveLength(1)
    }
  },
  saveSection: async ({ server, saving }) => {
    const submission_id = await saving.blankWard()
    const { questionnaire_id, section_id, place } = await cellOf(
      server,
      submission_id,
      'Students on placement'
    )
    const token = await server.tokenOf('contributor')
    const save = (value: number) => {
      const answers = [{ ...place, value, base_version: 0 }]
      const call = {
        questionnaire_id,
        section_id,
        submission_id,
        client_change_id: randomUUID(),
        action: 'save' as const,
        answers
      }
      return callOf('saveSection', { body: call }, token)
    }
    return {
      calls: times(AT_ONCE, index => save(index)),
      winners: 1,
      hasWon: reply => (reply.body['saved'] as unknown[]).length === 1,
      async after(replies) {
        expect(replies.map(reply => reply.status)).toEqual(times(AT_ONCE, () => 200))
        expect(replies.filter(reply => (reply.body['conflicts'] as unknown[]).length === 1)).toHaveLength(
          AT_ONCE - 1
        )
        const params = { id: questionnaire_id, sid: section_id }
        const { body } = await server.call(getSectionQuestions, { params, query: { submission_id } }, token)
        const questions = body.sub_sections.flatMap(one => one.questions)
        expect(questions.find(question => question.question_id === place.question_id)?.answer.version).toBe(1)
      }
    }
  },
  postComment: async ({ server, saving }) => {
    const submission_id = await saving.blankWard()
    const { questionnaire_id, section_id, place } = await cellOf(
      server,
      submission_id,
      'Students on placement'
    )
    const token = await server.tokenOf('contributor')
    const body = { questionnaire_id, section_id, submission_id, ...place, comment_text: 'Why?' }
    return {
      calls: times(AT_ONCE, () => callOf('postComment', { body }, token)),
      winners: AT_ONCE,
      after: async replies =>
        expect(new Set(replies.map(reply => reply.body['comment_id'])).size).toBe(AT_ONCE)
    }
  },
  createCaseCodes: async ({ server }) => {
    const { place, token } = await makeCase(server)
    return {
      calls: times(AT_ONCE, () => callOf('createCaseCodes', { body: { ...place, quantity: 20 } }, token)),
      winners: AT_ONCE,
      async after(replies) {
        const codes = replies.flatMap(reply => reply.body['case_codes'] as { case_code: string }[])
        expect(new Set(codes.map(code => code.case_code)).size).toBe(AT_ONCE * 20)
      }
    }
  },
  deleteCaseCode: async ({ server }) => {
    const { id, token } = await makeCase(server)
    return {
      calls: times(AT_ONCE, () =>
        callOf('deleteCaseCode', { params: { id }, body: { confirm: true } }, token)
      ),
      winners: 1
    }
  },
  editReviewer: async ({ server }) => {
    const { place, token } = await makeCase(server)
    const made = await server.call(createCaseCodes, { body: { ...place, quantity: 1 } }, token)
    const params = { id: made.body.case_codes[0]!.case_code_id }
    const edit = (reviewer_name: string) => callOf('editReviewer', { params, body: { reviewer_name } }, token)
    return {
      // A reviewer is named while the code is deleted: both calls are answered, and afterwards the code is gone.
      calls: byTurns(edit('Rae Moss'), callOf('deleteCaseCode', { params, body: {} }, token)),
      winners: [1, AT_ONCE / 2 + 1],
      async after() {
        const again = await server.call(
          createCaseCodes,
          { body: { ...place, case_code: made.body.case_codes[0]!.case_code } },
          token
        )
        expect(again.status).toBe(404)
      }
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>
