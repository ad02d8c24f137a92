import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Timestamp, PageQuery, ProjectPeriodQuery } from './fields.ts'
import { MAX_PAGE_ROWS } from './limits.ts'

const Reminder = v.object({
  reminder_id: Id,
  organisation_id: Id,
  organisation_name: v.string(),
  recipient_name: describe('The person who got it.', v.string()),
  sent_at: describe('When it was sent.', Timestamp),
  sent_by: describe('The name of the person who sent it.', v.string())
})
export type Reminder = v.InferOutput<typeof Reminder>

const IsRequested = describe(
  'Whether to remind people who had a reminder within three days. Nobody ever gets two on one day.',
  v.optional(v.boolean(), false)
)

const ReminderRecipient = v.object({
  user_id: Id,
  recipient_name: v.string(),
  email_address: v.string(),
  organisation_id: Id,
  organisation_name: v.string(),
  reminded_at: describe(
    'When this person was last sent a reminder; null if not in the last days.',
    v.nullable(Timestamp)
  ),
  obstacle: describe(
    'Why this person gets no email now: one was sent today, or within three days. Null if they get it.',
    v.nullable(v.picklist(['today', 'recent']))
  ),
  subject: describe('The subject of the email.', v.string()),
  text: describe('The text of the email.', v.string())
})
export type ReminderRecipient = v.InferOutput<typeof ReminderRecipient>

export const listReminders = endpoint({
  method: 'GET',
  path: 'reminders/',
  access: 'admin',
  isAddition: true,
  summary: 'Who was reminded of data collection in a project and period, newest first.',
  query: v.object({
    ...ProjectPeriodQuery,
    ...PageQuery
  }),
  reply: v.object({ reminders: describe('Reminders, newest first.', v.array(Reminder)), total: IdOrZero })
})

export const previewReminders = endpoint({
  method: 'POST',
  path: 'reminders/preview',
  access: 'admin',
  isAddition: true,
  onlyReads: true,
  summary: 'The reminders that would be sent to the people of some organisations. Sends nothing.',
  body: v.object({
    project_id: Id,
    time_period_id: Id,
    organisation_ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_PAGE_ROWS)),
    is_requested: IsRequested
  }),
  reply: v.object({
    recipients: describe('Each person with their email.', v.array(ReminderRecipient)),
    unreachable: describe(
      'Organisations that get none, with the reason.',
      v.array(
        v.object({
          organisation_id: Id,
          organisation_name: v.string(),
          unreachable_reason: describe(
            'Nothing can be entered for it, nothing is left to do in what can be entered now, or nobody who could do it has an active account.',
            v.picklist(['takes_no_part', 'nothing_to_do', 'no_recipient'])
          )
        })
      )
    )
  })
})

export const sendReminders = endpoint({
  method: 'POST',
  path: 'reminders/',
  access: 'admin',
  isAddition: true,
  summary: 'Reminds people of data collection by email. Leaves out those who were reminded recently.',
  body: v.object({
    project_id: Id,
    time_period_id: Id,
    user_ids: describe(
      'The recipients, from a preview.',
      v.pipe(v.array(Id), v.minLength(1), v.maxLength(1000))
    ),
    is_requested: IsRequested
  }),
  reply: v.object({
    sent_user_ids: describe('Those whose email is on its way.', v.array(Id)),
    left_out: describe(
      'Those who get none, with the reason.',
      v.array(v.object({ user_id: Id, detail: v.string() }))
    )
  })
})
