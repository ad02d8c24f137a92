/** What was found at one place of a deployment. `fault` must be mended, `warning` be looked at. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault'
  /** What was looked at, such as an address. */
  subject: string
  text: string
}

const TIMEOUT_MS = 15_000

/** A request that follows no redirect and gives up after 15 seconds. */
export const request = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })

/** The cause says more than "fetch failed". */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}

/** Collects what is wrong at one place; if nothing is, one sentence says what is right. */
export class Findings {
  readonly list: Finding[] = []
  readonly #subject: string

  constructor(subject: string) {
    this.#subject = subject
  }

  fault(text: string): void {
    this.list.push({ level: 'fault', subject: this.#subject, text })
  }

  warning(text: string): void {
    this.list.push({ level: 'warning', subject: this.#subject, text })
  }

  /** What goes wrong inside, such as a connection that fails, is a fault. */
  async check(right: string, look: () => Promise<void>): Promise<void> {
    const before = this.list.length
    await look().catch((error: unknown) => this.fault(`cannot be checked: ${reasonOf(error)}`))
    if (this.list.length === before) this.list.push({ level: 'ok', subject: this.#subject, text: right })
  }
}
