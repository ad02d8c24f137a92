// Which acts change a query, by whom, and to which status. A query is a question from the programme about a cell.

import type { QueryAct, QueryStatus } from '#contract/queries.ts'
import { isAdminRole, isAtLeast, ROLE } from '#domain/people/roles.ts'
import { DAY_MS } from '#lib/time/clock.ts'

/** Why an act is refused; `refusedActText` has the sentences. */
type ActRefusal = 'role' | 'version' | QueryStatus | 'text' | 'date'

interface QueryActor {
  act: QueryAct
  status: QueryStatus
  /** Null for a respondent. Whoever may save a value may correct. */
  roleTypeId: number | null
  text: string
  /** The date that comes with it, if one does, is later than the current one. */
  isDateLater?: boolean
}

type ActVerdict = { status: QueryStatus; refusal?: never } | { status?: never; refusal: ActRefusal }

/** The status that each act leads to, from each status in which it is possible. */
const transitions: Record<QueryAct, Partial<Record<QueryStatus, QueryStatus>>> = {
  answer: { open: 'answered', answered: 'answered' },
  // A changed value answers, and brings a resolved query back to the programme.
  correct: { open: 'answered', answered: 'answered', resolved: 'answered' },
  resolve: { open: 'resolved', answered: 'resolved' },
  return: { answered: 'open' },
  withdraw: { open: 'cancelled', answered: 'cancelled' },
  extend: { open: 'open' }
}

const leastRole: Record<Exclude<QueryAct, 'correct'>, number> = {
  answer: ROLE.contributor,
  resolve: ROLE.admin,
  return: ROLE.admin,
  withdraw: ROLE.admin,
  extend: ROLE.admin
}

/** The status after an act, or why it is refused. */
export function applyQueryAct({ act, status, roleTypeId, text, isDateLater }: QueryActor): ActVerdict {
  if (act !== 'correct' && (roleTypeId === null || !isAtLeast(roleTypeId, leastRole[act])))
    return { refusal: 'role' }
  const next = transitions[act][status]
  if (next === undefined) return { refusal: status }
  if (act === 'extend' && !isDateLater) return { refusal: 'date' }
  return needsText(act, status) && text.trim() === '' ? { refusal: 'text' } : { status: next }
}

/** An answer and a return are sentences. Whoever resolves what nobody has answered says why. */
export const needsText = (act: QueryAct, status: QueryStatus): boolean =>
  act === 'answer' || act === 'return' || (act === 'resolve' && status === 'open')

/** An extension is to a later date. A query without a date gets its first. */
export const isLaterDueDate = (date: Date | null, { due_at }: { due_at: string | Date | null }): boolean =>
  date !== null && (due_at === null || date > new Date(due_at))

/** What a reader calls a query. */
export const queryWord = (roleTypeId: number): string =>
  isAdminRole(roleTypeId) ? 'query' : 'question from the programme'

const refusedActTexts: Record<ActRefusal, (query: string) => string> = {
  role: () => 'Your role does not allow this.',
  version: query => `This ${query} has changed. Reload the page and try again.`,
  open: query => `This ${query} has not been answered yet.`,
  answered: query => `This ${query} has been answered in the meantime.`,
  resolved: query => `This ${query} has been resolved.`,
  // Members read “query” here too.
  cancelled: () => 'This query has been withdrawn.',
  text: () => 'Enter a message.',
  date: () => 'Choose a date later than the current one.'
}

export const refusedActText = (refusal: ActRefusal, roleTypeId: number): string =>
  refusedActTexts[refusal](queryWord(roleTypeId))

/** An open query whose due date has passed. It stays open. */
export const isQueryOverdue = (
  { status, due_at }: { status: QueryStatus; due_at: string | Date | null },
  now: Date
): boolean => status === 'open' && due_at !== null && new Date(due_at) <= now

/** Statuses in which a query is unfinished. */
export const LIVE_STATUSES: readonly QueryStatus[] = ['open', 'answered']
export const isQueryLive = ({ status }: { status: QueryStatus }): boolean => LIVE_STATUSES.includes(status)

/** How long before its due date a query is emailed once more. */
const REMIND_BEFORE_MS = 2 * DAY_MS

/** A question, or a window that lets it be answered by a correction. */
interface MailedItem {
  /** Identifies it and when it was last asked, because a question that is returned is asked again. */
  name: string
  asked_at: Date
  due_at: Date | null
}

interface EarlierMail {
  sent_at: Date
  /** What it was about; null if an earlier version sent it, which did not record that. */
  named: readonly string[] | null
}

/**
 * Whether something is in no email yet, or has become due soon since the last one. `earlier` are the emails about the project. Their times do not
 * show what they contained: what was asked before an email was sent may have been stored afterwards.
 */
export function isMailDue(items: readonly MailedItem[], earlier: readonly EarlierMail[], now: Date): boolean {
  const last = Math.max(Number.NEGATIVE_INFINITY, ...earlier.map(({ sent_at }) => sent_at.getTime()))
  return items.some(({ name, asked_at, due_at }) => {
    if (!earlier.some(({ named, sent_at }) => named?.includes(name) ?? sent_at >= asked_at)) return true
    if (due_at === null || due_at <= now) return false
    const remindFrom = due_at.getTime() - REMIND_BEFORE_MS
    return now.getTime() >= remindFrom && last < remindFrom
  })
}
