import { printableLine } from '#lib/text/printable.ts'
import { callOutside, causeOf } from '#outside/reply.ts'

/** A finding about one part of a deployment. A `fault` must be corrected, a `warning` should be looked at. */
export interface DoctorFinding {
  level: 'ok' | 'warning' | 'fault'
  /** What was checked, such as an address. */
  subject: string
  text: string
}

/** How long one check may take in all, whatever it calls and however slowly the replies come. */
const CHECK_MS = 20_000

/** Larger than any page of a site or OpenAPI document. */
const MAX_CHECKED_BYTES = 8 * 1024 * 1024
/** How much of a quoted text is shown. */
const MAX_SHOWN = 400

export interface Reply {
  status: number
  headers: Headers
  text: string
}

/** Findings quote pages, headers and replies: escaped, on one line and truncated. */
const quoteShort = (text: string): string =>
  printableLine(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text)

const remedyOf = (reason: string): string => (reason in REMEDY ? `${REMEDY[reason]} (${reason})` : reason)

/** What to do about connections that fail. */
const REMEDY: Record<string, string> = {
  ENOTFOUND: 'its name has no address. Correct the name, or add it to the DNS',
  EAI_AGAIN: 'the DNS does not answer. Try again',
  ETIMEDOUT: 'it does not reply in time. Check that it is running and reachable',
  ECONNREFUSED: 'nothing listens there. Start it, or open its port',
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew it',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by nobody that browsers know. Get one from an authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name. Get one for this name'
}

/** Collects findings about one part of a deployment. */
export class FindingCollector {
  readonly list: DoctorFinding[] = []
  readonly #subject: string
  readonly #checkMs: number
  #deadline: AbortSignal

  constructor(subject: string, checkMs = CHECK_MS) {
    this.#subject = subject
    this.#checkMs = checkMs
    this.#deadline = AbortSignal.timeout(checkMs)
  }

  /** A request that follows no redirect, and ends with its check. */
  async request(url: string, init: RequestInit = {}): Promise<Reply> {
    const limits = { maxBytes: MAX_CHECKED_BYTES, timeoutMs: this.#checkMs, signal: this.#deadline }
    const { status, headers, body } = await callOutside(url, { ...init, ...limits })
    return { status, headers, text: body.toString() }
  }

  fault(text: string): void {
    this.list.push({ level: 'fault', subject: this.#subject, text: quoteShort(text) })
  }

  warning(text: string): void {
    this.list.push({ level: 'warning', subject: this.#subject, text: quoteShort(text) })
  }

  /**
   * Runs a check, one at a time, until the deadline. An exception, such as a failed connection, is a fault. Without any finding, `right` is
   * reported.
   */
  async check(right: string, examine: (deadline: AbortSignal) => Promise<void>): Promise<void> {
    const before = this.list.length
    const deadline = AbortSignal.timeout(this.#checkMs)
    this.#deadline = deadline
    await examine(deadline).catch((error: unknown) =>
      this.fault(`cannot be checked: ${remedyOf(deadline.aborted ? 'ETIMEDOUT' : causeOf(error))}`)
    )
    if (this.list.length === before)
      this.list.push({ level: 'ok', subject: this.#subject, text: quoteShort(right) })
  }
}
