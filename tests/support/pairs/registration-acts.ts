// Registrations, their contacts and submissions.

import { createRegistrationContact } from '#contract/registration-contacts.ts'
import { createSubmission } from '#contract/submissions.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { callOf, fresh, type WritingName } from '#tests/support/races/race.ts'
import type { Act } from './act.ts'
import type { Stage } from './stage.ts'

const contact = (registration_id: number) => ({
  registration_id,
  contact_role: 'Deputy',
  contact_name: 'Jo Hart',
  email_address: `${fresh('jo').replace(' ', '-')}@pair.example`
})

/** A submission of the organisation that is in no registration. */
const unregistered = ({ server, place, tokens }: Stage) =>
  server.call(createSubmission, { body: { ...place, name: fresh('Ward') } }, tokens.lead)

const change =
  (body: (stage: Stage) => object): Act =>
  stage =>
    callOf(
      'updateRegistration',
      { params: { id: stage.registration_id }, body: body(stage) },
      stage.tokens.lead
    )

/** A submission with codes cannot be removed or moved to another scope. */
const withoutCodes = ({ server, case_code_id }: Stage) =>
  server.database
    .deleteFrom('case_codes')
    .where('programme_id', '=', PROGRAMME)
    .where('case_code_id', '=', case_code_id)
    .execute()

export const registrationActs = {
  createRegistration: [
    ({ place, earlier_period_id, scope_ids, tokens }) =>
      callOf(
        'createRegistration',
        { body: { ...place, time_period_id: earlier_period_id, scope_ids: [...scope_ids] } },
        tokens.lead
      )
  ],
  updateRegistration: [
    change(() => ({ registration_status: 'withdrawn', reason: 'No staff' })),
    change(({ scope_ids }) => ({ scope_ids: [scope_ids[0]] }))
  ],
  createRegistrationContact: [
    ({ registration_id, tokens }) =>
      callOf('createRegistrationContact', { body: contact(registration_id) }, tokens.lead)
  ],
  deleteRegistrationContact: [
    async ({ server, registration_id, tokens }) => {
      const { body } = await server.call(
        createRegistrationContact,
        { body: contact(registration_id) },
        tokens.lead
      )
      return callOf(
        'deleteRegistrationContact',
        { body: { registration_contact_id: body.registration_contact_id } },
        tokens.lead
      )
    }
  ],
  createRegistrationSubmission: [
    ({ registration_id, scope_ids, tokens }) =>
      callOf(
        'createRegistrationSubmission',
        { body: { registration_id, scope_id: scope_ids[0], submission_name: fresh('Ward') } },
        tokens.lead
      ),
    async stage => {
      const { body } = await unregistered(stage)
      const { registration_id, scope_ids, tokens } = stage
      return callOf(
        'createRegistrationSubmission',
        { body: { registration_id, scope_id: scope_ids[1], submission_id: body.id } },
        tokens.lead
      )
    },
    async stage => {
      // It is answered while it is being registered for another scope.
      await withoutCodes(stage)
      await stage.once('unregistered', () =>
        stage.server.database
          .deleteFrom('registration_submissions')
          .where('programme_id', '=', PROGRAMME)
          .where('submission_id', '=', stage.submission_id)
          .execute()
      )
      const { registration_id, scope_ids, submission_id, tokens } = stage
      return callOf(
        'createRegistrationSubmission',
        { body: { registration_id, scope_id: scope_ids[1], submission_id } },
        tokens.lead
      )
    }
  ],
  deleteRegistrationSubmission: [
    async stage => {
      await withoutCodes(stage)
      const { registration_submission_id, tokens } = stage
      return callOf('deleteRegistrationSubmission', { body: { registration_submission_id } }, tokens.lead)
    }
  ],
  createSubmission: [
    ({ place, tokens }) =>
      callOf('createSubmission', { body: { ...place, name: fresh('Ward') } }, tokens.lead),
    ({ place, tokens }) => callOf('createSubmission', { body: { ...place, name: 'Taken' } }, tokens.lead)
  ],
  updateSubmission: [
    async stage => {
      await withoutCodes(stage)
      const { submission_id, scope_ids, tokens } = stage
      return callOf(
        'updateSubmission',
        { params: { id: submission_id }, body: { name: 'Ward', scope_id: scope_ids[1] } },
        tokens.lead
      )
    },
    ({ other_submission_id, tokens }) =>
      callOf(
        'updateSubmission',
        { params: { id: other_submission_id }, body: { name: 'Taken' } },
        tokens.lead
      )
  ]
} satisfies Partial<Record<WritingName, readonly Act[]>>
