// Calls the API over HTTP as the client does. What to call with is looked up in its database.

import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'
import { sendRaw, type RawReply } from './raw-http.ts'

const CELLS = 20

export interface ChartPlace {
  chart_id: number
  project_id: number
  time_period_id: number
  submission_id: number
}

export interface SectionAddress {
  questionnaire_id: number
  section_id: number
  cells: CellAddress[]
  submissions: number[]
}

async function asked<Row extends pg.QueryResultRow>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    types: { getTypeParser: () => (value: string) => value }
  })
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows.map(
    row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Row
  )
}

const PERIOD = (yearsAgo: number): string =>
  `(select time_period_id from time_periods where programme_id = 1 order by starts_at desc offset ${yearsAgo} limit 1)`

/** The first chart, seen from the demo lead's submission in the period that is full. */
export async function chartPlace(databaseUrl: string): Promise<ChartPlace> {
  const [place] = await asked<ChartPlace>(
    databaseUrl,
    `select c.chart_id, c.project_id, s.time_period_id, s.submission_id
    from charts c join submissions s on s.programme_id = c.programme_id and s.project_id = c.project_id
    join users u on u.programme_id = s.programme_id and u.organisation_id = s.organisation_id and u.email_address = 'lead@wards.example'
    where c.programme_id = 1 and s.time_period_id = ${PERIOD(1)} order by c.chart_id, s.submission_id limit 1`
  )
  if (!place) throw new Error('The demo has no chart.')
  return place
}

/** Twenty number cells of the largest section, emptied for the submissions that are being collected. */
export async function sectionAddress(databaseUrl: string, submissions: number): Promise<SectionAddress> {
  const cells = await asked<CellAddress & { questionnaire_id: number; section_id: number }>(
    databaseUrl,
    `with cells as (
      select s.questionnaire_id, t.section_id, m.question_id, m.row_id, m.column_id, count(*) over (partition by t.section_id) as size
      from question_memberships m join sub_sections t using (programme_id, sub_section_id) join sections s using (programme_id, section_id)
      join questions q using (programme_id, question_id) where programme_id = 1 and q.question_type in ('integer', 'decimal'))
    select questionnaire_id, section_id, question_id, row_id, column_id from cells
    where section_id = (select section_id from cells order by size desc limit 1) order by question_id, column_id limit ${CELLS}`
  )
  const first = cells[0]
  if (first === undefined || cells.length < CELLS)
    throw new Error(`The demo has no section with ${CELLS} numbers.`)
  const { questionnaire_id, section_id } = first
  const current = `programme_id = 1 and submission_id in (select submission_id from submissions where programme_id = 1 and time_period_id = ${PERIOD(0)})`
  await asked(databaseUrl, `delete from section_submissions where ${current} and section_id = ${section_id}`)
  await asked(
    databaseUrl,
    `delete from answers where ${current} and question_id in (${cells.map(cell => cell.question_id).join()})`
  )
  const found = await asked<{ submission_id: number }>(
    databaseUrl,
    `select submission_id from submissions where programme_id = 1 and time_period_id = ${PERIOD(0)} order by submission_id limit ${submissions}`
  )
  return { questionnaire_id, section_id, cells, submissions: found.map(row => row.submission_id) }
}

/** Further accounts with the demo password, as email addresses. */
export async function addAccounts(databaseUrl: string, count: number): Promise<string[]> {
  const addresses = Array.from({ length: count }, (_, index) => `person-${index}@wards.example`)
  await asked(
    databaseUrl,
    `insert into users (programme_id, email_address, role_type_id, organisation_id, first_name, last_name, job_title, status, otp_enabled, password_hash, password_changed_at, created_at)
    select programme_id, address, role_type_id, organisation_id, first_name, last_name, job_title, status, otp_enabled, password_hash, password_changed_at, created_at
    from users, unnest(array['${addresses.join("','")}']) address where programme_id = 1 and email_address = 'viewer@wards.example'`
  )
  return addresses
}

/** Logs in until it is told to stop, each time from another network address, and waits where the server says so. Answers how often it succeeded. */
export async function logInAgainAndAgain(
  url: string,
  email_address: string,
  signal: AbortSignal
): Promise<number> {
  let count = 0
  while (!signal.aborted) {
    const response = await fetch(`${url}${API_PATH_PREFIX}/auth/login/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': someAddress() },
      body: JSON.stringify({ programme_id: 1, email_address, password: DEMO_PASSWORD })
    })
    await response.text()
    if (response.ok) count += 1
    else
      await pause(1000 * Number(response.headers.get('Retry-After') ?? 1), null, { signal }).catch(() => null)
  }
  return count
}

const someAddress = (): string => ['10', ...randomBytes(3)].join('.')

export class BenchClient {
  readonly #url: string
  readonly #token: string

  private constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  static async login(url: string, email_address: string, programme_id = 1): Promise<BenchClient> {
    const body = { programme_id, email_address, password: DEMO_PASSWORD, otp: null }
    const response = await new BenchClient(url, '').post('auth/login/', body)
    return new BenchClient(url, (JSON.parse(response.text()) as { access_token: string }).access_token)
  }

  /** The same session on another process. */
  at(url: string): BenchClient {
    return new BenchClient(url, this.#token)
  }

  #send(method: 'GET' | 'POST', path: string, body?: object): Promise<RawReply> {
    const headers = {
      // As browsers send it to a secure origin.
      'Accept-Encoding': 'gzip, deflate, br',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(this.#token !== '' && { Authorization: `Bearer ${this.#token}` })
    }
    return sendRaw(`${this.#url}${API_PATH_PREFIX}/${path}`, method, headers, body && JSON.stringify(body))
  }

  post(path: string, body: object): Promise<RawReply> {
    return this.#send('POST', path, body)
  }

  async whoAmI(): Promise<boolean> {
    return (await this.#send('GET', 'users/me')).isOk
  }

  /** Reads a chart to its last byte, and does not unpack it. */
  async chart(
    { chart_id, submission_id, project_id, time_period_id }: ChartPlace,
    ignore_cache: boolean
  ): Promise<RawReply> {
    const body = { project_id, organisation_id: 0, time_period_id, ignore_cache }
    const reply = await this.post(`data/getChartData/${chart_id}/${submission_id}?peerGroupId=null`, body)
    if (!reply.isOk) throw new Error(`${reply.status} ${reply.text()}`)
    return reply
  }

  /** Saves other numbers in the same twenty cells with each call; `version` is how often it was done before. */
  async save(address: SectionAddress, submission_id: number, version: number): Promise<boolean> {
    const { questionnaire_id, section_id, cells } = address
    const answers = cells.map(({ question_id, row_id, column_id }) => ({
      question_id,
      row_id,
      column_id,
      value: 1 + (version % 9),
      base_version: version
    }))
    const body = {
      questionnaire_id,
      section_id,
      submission_id,
      client_change_id: randomUUID(),
      action: 'save',
      answers
    }
    const reply = await this.post('questionnaires/section-submission', body)
    const { saved } = JSON.parse(reply.text()) as Partial<SectionSubmissionResult>
    return saved?.length === cells.length
  }
}
