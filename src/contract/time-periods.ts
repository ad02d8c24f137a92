import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, ParamId, QueryId, Timestamp } from './fields.ts'

export const TimePeriod = v.object({ time_period_id: Id, time_period_name: v.string() })
export type TimePeriod = v.InferOutput<typeof TimePeriod>

export const listTimePeriods = endpoint({
  method: 'GET',
  path: 'timePeriods',
  access: 'viewer',
  summary: 'The time periods of a programme, newest first.',
  query: v.object({ programme_id: QueryId }),
  reply: v.object({ time_periods: describe('Time periods, newest first.', v.array(TimePeriod)) })
})

export const getRegistrationTimePeriod = endpoint({
  method: 'GET',
  path: 'timePeriods/registrationTimePeriod/{id}',
  access: 'viewer',
  summary: 'The period that can be registered for. id is the project.',
  params: ParamId,
  reply: v.object({
    ...TimePeriod.entries,
    registration_opens_at: v.nullable(Timestamp),
    registration_closes_at: v.nullable(Timestamp),
    is_open: describe('Whether registration is open now.', v.boolean())
  })
})
