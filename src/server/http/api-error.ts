import type { ExtractTypeFromStringReference, SelectQueryBuilder, SelectType, StringReference } from 'kysely'
import type { ListLimit } from '#contract/list-limits.ts'
import { capitalise } from '#lib/text/capitalised.ts'

/**
 * A request that cannot be served, with the status and text of its reply. Any other exception is a server
 * error.
 */
export class ApiError extends Error {
  readonly status: ApiErrorStatus
  readonly headers: Record<string, string>
  constructor(status: ApiErrorStatus, detail: string, headers: Record<string, string> = {}) {
    super(detail)
    this.status = status
    this.headers = headers
  }
}

type ApiErrorStatus = 400 | 401 | 403 | 404 | 408 | 410 | 413 | 415 | 422 | 423 | 429 | 503

/** Also for what exists in another programme or organisation: its existence is not disclosed. */
export const notFound = (what: string): ApiError => new ApiError(404, `${capitalise(what)} not found.`)
export const forbiddenError = (detail = 'Your role does not allow this.'): ApiError =>
  new ApiError(403, detail)
export const unauthenticatedError = (detail = 'Log in to continue.'): ApiError =>
  new ApiError(401, detail, { 'WWW-Authenticate': 'Bearer' })
export const invalid = (field: string, message: string): ApiError => new ApiError(422, `${field}: ${message}`)
export const lockedError = (detail: string): ApiError => new ApiError(423, detail)

/** Refuses a list that has more entries than it may have. */
export function requireRoom(field: string, { most, message }: ListLimit, entries: number): void {
  if (entries > most) throw invalid(field, message)
}

/** The row, or a 404 that names what was looked for. */
export function requireFound<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw notFound(what)
  return row
}

/** Excludes null, which would match the rows without a value. */
type KeyOf<DB, TB extends keyof DB> = {
  [Column in StringReference<DB, TB>]?: NonNullable<
    SelectType<ExtractTypeFromStringReference<DB, TB, Column>>
  >
}

/** The row that a query finds by this key, or a 404 that names what was looked for. */
export const requireRow = async <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  key: KeyOf<DB, TB>,
  what: string
): Promise<Row> => {
  const row = await query.where(eb => eb.and(key as Parameters<typeof eb.and>[0])).executeTakeFirst()
  return requireFound(row as Row | undefined, what)
}
