import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import { endpoint } from './endpoint.ts'
import {
  EmailAddress,
  Id,
  IdOrZero,
  Name,
  ParamId,
  Percent,
  QueryId,
  QueryOffset,
  Text,
  Timestamp,
  queryLimit
} from './fields.ts'
import { MAX_CASE_CODES } from './limits.ts'
import { BY_CASE_CODE } from './rate-limits.ts'

export const CaseCodeStatus = v.picklist(['unused', 'started', 'completed', 'withdrawn'])
export type CaseCodeStatus = v.InferOutput<typeof CaseCodeStatus>

export const SurveyClosedReason = v.picklist(['not_found', 'not_open', 'closed', 'completed', 'withdrawn'])
export type SurveyClosedReason = v.InferOutput<typeof SurveyClosedReason>

export const CaseCode = v.object({
  case_code_id: Id,
  case_code: describe('The secret code of a survey.', v.string()),
  questionnaire_id: Id,
  submission_id: Id,
  reviewer_id: v.nullable(Id),
  reviewer_name: v.nullable(v.string()),
  reviewer_email_address: describe(
    'Email address of the person the code is meant for; null if none is named.',
    v.nullable(v.string())
  ),
  status: CaseCodeStatus,
  completion_percent: describe('Share of the applicable cells that are answered, rounded down.', Percent),
  last_activity_at: describe('When it was last used; null if never.', v.nullable(Timestamp))
})
export type CaseCode = v.InferOutput<typeof CaseCode>

export const listCaseCodes = endpoint({
  method: 'GET',
  path: 'caseCode',
  access: 'contributor',
  summary:
    'Case codes of a questionnaire and submission; total counts all of them, and offset reads on where the list ends.',
  query: v.object({
    questionnaire_id: QueryId,
    submission_id: QueryId,
    /** A part of a code, or of a reviewer's name or email address. */
    search: v.optional(Text(200)),
    limit: queryLimit(MAX_CASE_CODES),
    offset: describe('Number to skip before the first that is listed.', QueryOffset)
  }),
  reply: v.object({
    case_codes: describe('Codes of a survey.', v.array(CaseCode)),
    total: describe('Total number, listed or not.', v.exactOptional(v.number())),
    withdrawn_count: describe('How many of the total are withdrawn.', v.exactOptional(v.number()))
  })
})

export const listCaseResponses = endpoint({
  method: 'GET',
  path: 'caseCode/responses',
  access: 'contributor',
  isAddition: true,
  summary: 'How many codes of a survey were completed on each day.',
  query: v.object({ questionnaire_id: QueryId, submission_id: QueryId }),
  reply: v.object({
    code_count: describe('Codes that were given out: all but the withdrawn.', IdOrZero),
    response_days: describe(
      'Days with completed codes, in order.',
      v.array(
        v.object({
          response_date: describe(
            'The day in the programme’s time zone, such as 2026-09-30.',
            v.pipe(v.string(), v.check(isCalendarDate))
          ),
          completed_count: describe('Codes completed on this day.', IdOrZero)
        })
      )
    )
  })
})

export const createCaseCodes = endpoint({
  method: 'POST',
  path: 'caseCode',
  access: 'contributor',
  summary: 'Creates unguessable codes, or restores a withdrawn one.',
  body: v.pipe(
    v.object({
      questionnaire_id: Id,
      submission_id: Id,
      quantity: describe('Number of codes to create.', v.optional(v.nullable(v.pipe(Id, v.maxValue(500))))),
      case_code: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))))
    }),
    v.check(body => Boolean(body.quantity) !== Boolean(body.case_code), 'Give either quantity or case_code.')
  ),
  reply: v.object({ case_codes: v.array(CaseCode) })
})

/** An unused code is deleted; one with answers is withdrawn after `confirm` (product 16). */
export const deleteCaseCode = endpoint({
  method: 'DELETE',
  path: 'caseCode/{id}',
  access: 'contributor',
  summary: 'Deletes an unused code; withdraws one that was used, when confirmed.',
  params: ParamId,
  body: v.object({
    confirm: describe(
      'Must be true: says that the caller knows what is deleted.',
      v.optional(v.boolean(), false)
    )
  }),
  reply: v.object({
    case_code_id: Id,
    status: v.picklist(['deleted', 'withdrawn', 'confirmation_needed']),
    answer_count: v.number()
  })
})

export const editReviewer = endpoint({
  method: 'PATCH',
  path: 'caseCode/editReviewer/{id}',
  access: 'contributor',
  summary: 'Sets or removes the reviewer of a case.',
  params: ParamId,
  body: v.object({
    reviewer_name: v.nullable(Name()),
    reviewer_email_address: v.optional(v.nullable(EmailAddress))
  }),
  reply: CaseCode
})

export const checkCaseCode = endpoint({
  method: 'GET',
  path: 'caseCode/checkCaseCode',
  access: 'open',
  rateLimits: BY_CASE_CODE,
  summary: 'Checks whether a case code opens a survey now, and if not, why.',
  query: v.object({
    case_code: v.pipe(v.string(), v.maxLength(80)),
    questionnaire_id: QueryId,
    submission_id: QueryId
  }),
  reply: v.object({
    is_valid: describe('Whether the code opens the survey now.', v.boolean()),
    case_code_id: v.nullable(Id),
    /** In the server's format: upper case, grouped. */
    case_code: v.nullable(v.string()),
    status: v.nullable(CaseCodeStatus),
    survey_closed_reason: describe(
      'Why the code does not open the survey; null if it does.',
      v.nullable(SurveyClosedReason)
    ),
    questionnaire_name: v.nullable(v.string()),
    organisation_name: v.nullable(v.string()),
    submission_name: v.nullable(v.string()),
    section_ids: v.array(Id),
    completion_percent: Percent,
    closes_at: v.nullable(Timestamp)
  })
})
