// Fields that many shapes share. Queries and paths are text, so their fields parse numbers and booleans.

import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { EMAIL_FAULT, isEmailAddress } from '#lib/text/email-address.ts'
import { isVisible } from '#lib/text/text-characters.ts'
import { isCalendarDate, isTimestamp } from '#lib/time/calendar-date.ts'
import { MAX_PAGE_ROWS, MAX_PASSWORD_LENGTH, MAX_PERSON_NAME_LENGTH } from './limits.ts'

export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
/** An id, or 0 for none (spec 9: the default organisation is 0). */
export const IdOrZero = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A display order: a 32-bit integer. */
export const Order = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.minValue(-1_000_000),
  v.maxValue(1_000_000)
)

const digits = (value: string | number): number =>
  typeof value === 'number' ? value : /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
const wholeNumberText = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform(digits),
  v.number('must be a whole number'),
  v.safeInteger('must be a whole number')
)
export const QueryId = v.pipe(wholeNumberText, v.minValue(1, 'must be a whole number from 1'))
export const QueryIdOrZero = v.pipe(wholeNumberText, v.minValue(0, 'must be a whole number from 0'))
export const queryLimit = (max: number) =>
  v.optional(v.pipe(wholeNumberText, v.minValue(1), v.maxValue(max)), max)
export const QueryOffset = v.optional(v.pipe(wholeNumberText, v.minValue(0)), 0)
/** Of a list that is read page by page. */
export const PageQuery = { limit: queryLimit(MAX_PAGE_ROWS), offset: QueryOffset }
export const ProjectPeriodQuery = { project_id: QueryId, time_period_id: QueryId }
export const QueryFlag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false', '1', '0'])]),
  v.transform(value => value === true || value === 'true' || value === '1')
)

/** ISO 8601 with time and zone, for example 2026-11-20T14:02:00.000Z. */
export const Timestamp = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check(isTimestamp, 'must be a date that exists')
)
/** When a window opens or closes: a moment, or the first or last day in the programme's time zone. */
export const DayOrTimestamp = v.union(
  [Timestamp, v.pipe(v.string(), v.check(isCalendarDate))],
  'must be a date that exists, such as 2026-09-30'
)
export const Text = (max: number) => v.pipe(v.string(), v.maxLength(max))
/** Non-blank text: trimmed, with at least one visible character. */
export const Name = (max = 200) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('must not be empty'),
    v.check(text => text === '' || isVisible(text), 'must not be empty'),
    v.maxLength(max)
  )
/** A first or last name. */
export const PersonName = Name(MAX_PERSON_NAME_LENGTH)
/** HTML written by an editor. The client sanitises it where it is shown. */
export const Html = v.pipe(v.string(), v.maxLength(100_000))
export const EmailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.check(isEmailAddress, EMAIL_FAULT)
)
export const Password = v.pipe(v.string(), v.nonEmpty('must not be empty'), v.maxLength(MAX_PASSWORD_LENGTH))
export const Percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100))

export const ActReason = describe('The reason, for the people who work on it later.', Name(1000))

export const ParamId = v.object({ id: describe('The row that the path names.', QueryId) })

/** Product 0: `peerGroupId` is repeated once for each group, or the word null when none is chosen. */
export const PeerGroupIds = v.optional(
  v.pipe(
    v.union([v.array(v.union([v.string(), v.number()])), v.string(), v.number()]),
    v.transform(value => (Array.isArray(value) ? value : [value]).filter(id => id !== 'null')),
    v.array(QueryId),
    v.maxLength(50)
  ),
  []
)

/** Chosen by the caller for each change, so that a repeated call changes nothing. */
export const ClientChangeId = v.pipe(v.string(), v.minLength(8), v.maxLength(64))

/** Counts changes. An API without versions leaves it out; there the newest change wins. */
export const Version = v.optional(IdOrZero, 0)
/** The version that a change was made on. If it is not the current one, the change is refused, so that no one's is lost. */
export const BaseVersion = v.exactOptional(IdOrZero)
