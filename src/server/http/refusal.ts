/** A request that cannot be served, with the status and the text of its answer. Anything else that is thrown is a fault of the server. */
export class Refusal extends Error {
  readonly status: RefusalStatus
  readonly headers: Record<string, string>
  constructor(status: RefusalStatus, detail: string, headers: Record<string, string> = {}) {
    super(detail)
    this.status = status
    this.headers = headers
  }
}

type RefusalStatus = 400 | 401 | 403 | 404 | 408 | 410 | 413 | 422 | 423 | 429 | 503

/** Also used for what exists in another programme or organisation: its existence is not disclosed. */
export const notFound = (what: string): Refusal => new Refusal(404, `No such ${what}.`)
export const forbidden = (detail = 'Your role does not allow this.'): Refusal => new Refusal(403, detail)
export const unauthenticated = (detail = 'Log in to continue.'): Refusal =>
  new Refusal(401, detail, { 'WWW-Authenticate': 'Bearer' })
export const invalid = (field: string, message: string): Refusal => new Refusal(422, `${field}: ${message}`)
export const locked = (detail: string): Refusal => new Refusal(423, detail)

/** The row, or a 404 that names what was looked for. */
export function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw notFound(what)
  return row
}
