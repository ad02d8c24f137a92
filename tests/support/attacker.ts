// A member of an anonymous project who requests everything that the interface offers and compares all replies. The attacker's tools
// read the database where a real attacker would have to guess: figures are chosen so that every average identifies its contributors.

import { sql, type RawBuilder } from 'kysely'
import { expect } from 'vitest'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { ChartData } from '#contract/chart-data.ts'
import { listFilterOptions } from '#contract/filters.ts'
import { askFor, type Ask } from './chart-requests.ts'
import { publishAnew } from './editions.ts'
import { turnOf } from './rotation.ts'
import { ownSubmission, periodNamed, projectCoded } from './seeded.ts'
import type { Role, TestServer } from './server.ts'

export const PROJECT = 'ward-quality'
export const CHART = 'Falls'

export interface Stranger {
  submission_id: number
  submission_name: string
  submission_code: string
  organisation_id: number
}

/** Every submission of a period with its organisation. */
export async function submissionsIn(
  server: TestServer,
  period: string
): Promise<{ own: Stranger[]; strangers: Stranger[] }> {
  const rows = await server.database
    .selectFrom('submissions')
    .select(['submission_id', 'submission_name', 'submission_code', 'organisation_id'])
    .where('programme_id', '=', 1)
    .where('project_id', '=', await projectCoded(server, PROJECT))
    .where('time_period_id', '=', await periodNamed(server, period))
    .orderBy('submission_id')
    .execute()
  const own = await ownSubmission(server, PROJECT, period)
  const ownOrganisation = rows.find(row => row.submission_id === own)?.organisation_id
  return {
    own: rows.filter(row => row.organisation_id === ownOrganisation),
    strangers: rows.filter(row => row.organisation_id !== ownOrganisation)
  }
}

export async function optionsFor(server: TestServer, role: Role, period: string) {
  const query = {
    organisation_id: 0,
    project_id: await projectCoded(server, PROJECT),
    time_period_id: await periodNamed(server, period)
  }
  return (await server.call(listFilterOptions, { query }, await server.tokenOf(role))).body
}

export interface Question {
  name: string
  ask: Ask
  /** Whether the selection is narrowed, so that no single value may be disclosed. */
  isNarrowed: boolean
}

/** Everything that can be chosen: nothing, without the own unit, each option, every pair of options, each peer group, others marked. */
export async function questionsOf(
  server: TestServer,
  role: 'lead' | 'viewer',
  period: string,
  strangers: readonly Stranger[]
): Promise<Question[]> {
  const { filters, peer_groups } = await optionsFor(server, role, period)
  const token = await server.tokenOf(role)
  const own = await ownSubmission(server, PROJECT, period)
  const single = filters.flatMap(({ filter_id, filter_name, option_list }) =>
    option_list.map(({ option_name }): ActiveFilter => ({
      filter_id,
      filter_name,
      option_list: [{ option_name }]
    }))
  )
  const pairs = single.flatMap((first, index) =>
    single
      .slice(index + 1)
      .map(second =>
        first.filter_id === second.filter_id
          ? [{ ...first, option_list: [...first.option_list, ...second.option_list] }]
          : [first, second]
      )
  )
  const question = (name: string, body: object, more: Ask = {}): Question => ({
    name,
    isNarrowed: name !== 'everyone' && name !== 'without own',
    ask: {
      project: PROJECT,
      chart: CHART,
      period,
      role,
      token,
      submission: own,
      body: { ignore_cache: true, ...body },
      ...more
    }
  })
  const named = (chosen: readonly ActiveFilter[]): string =>
    chosen.map(filter => filter.option_list.map(option => option.option_name).join('+')).join(' & ')
  return [
    question('everyone', {}),
    question('without own', {}, { submission: 0 }),
    question('others marked', {
      other_submission_ids: strangers.slice(0, 200).map(stranger => stranger.submission_id)
    }),
    ...[...single.map(filter => [filter]), ...pairs].map(chosen =>
      question(named(chosen), { filters: chosen })
    ),
    ...single.map(filter =>
      question(`${named([filter])} without own`, { filters: [filter] }, { submission: 0 })
    ),
    ...peer_groups.map(group =>
      question(`group ${group.peer_group_name}`, {}, { groups: [group.peer_group_id] })
    ),
    ...peer_groups.flatMap(group =>
      single.map(filter =>
        question(
          `group ${group.peer_group_name} & ${named([filter])}`,
          { filters: [filter] },
          { groups: [group.peer_group_id] }
        )
      )
    )
  ]
}

/** All simple selections, and of those that combine two choices every `step`th, beginning where the commit says: all of them, and triples, are asked by long/attack. */
export function sampled(questions: readonly Question[], step: number): Question[] {
  const every = process.env['LONG'] ? Math.ceil(step / 5) : step
  return questions.filter(
    ({ name }, index) => !/[&+]/.test(name) || index % every === turnOf('selections') % every
  )
}

/** A set of strangers as a reply describes it. */
export interface Seen {
  name: string
  members: ReadonlySet<number>
}

const BITS = 30
/** A common base that everyone has, so that no two organisations hold most of a sum: then there would be no mean. */
const COMMON = 2 ** (BITS + 1)
/** Everyone has a little more, so that their figures differ, and sets of them are not held back as uniform. Together it is less than a half. */
const MAX_DIFFERENCES = 100
const DIFFERENCE = 1e-5

/**
 * Finds who is in the sets of the replies. Each stranger has a different power of two above the common base, thirty strangers at a time, so the sum
 * (n times the mean) identifies the members.
 */
export async function membersSeen(
  server: TestServer,
  period: string,
  strangers: readonly Stranger[],
  questions: readonly Question[]
): Promise<Seen[]> {
  const sets = new Map<string, Set<number>>()
  for (let start = 0; start < strangers.length; start += BITS) {
    const marked = strangers.slice(start, start + BITS)
    await writeFalls(
      server,
      period,
      new Map(marked.map((stranger, bit) => [stranger.submission_id, COMMON + 2 ** bit])),
      id => sql<number>`${COMMON}::float8 + (${id} % ${MAX_DIFFERENCES}) * ${DIFFERENCE}::float8`
    )
    for (const { name, ask } of questions) {
      const { body, status } = await askFor(server, ask)
      // Colluding organisations cannot see each other's groups.
      if (status === 404 && ask.groups?.length) continue
      expect([name, status, body.detail]).toEqual([name, 200, undefined])
      for (const [key, sum] of sumsIn(body)) {
        const members = sets.get(`${name}: ${key}`) ?? new Set()
        for (const [bit, stranger] of marked.entries())
          if (Math.floor(sum / 2 ** bit) % 2 === 1) members.add(stranger.submission_id)
        sets.set(`${name}: ${key}`, members)
      }
    }
  }
  return [...sets].map(([name, members]) => ({ name, members }))
}

function sumsIn(body: ChartData): [string, number][] {
  return body.series.flatMap(series =>
    series.averages.flatMap(({ basis, peer_group_id, n, Mean }): [string, number][] =>
      n === null || Mean === null
        ? []
        : [[`${series.series_name} ${basis} ${peer_group_id ?? ''}`, Math.round(n * (Mean - COMMON))]]
    )
  )
}

/** Sets the answers to both questions of the chart for everyone who has answered them in a period, and publishes them. */
export async function writeFalls(
  server: TestServer,
  period: string,
  figures: ReadonlyMap<number, number>,
  everybodyElse: (submissionId: RawBuilder<number>) => RawBuilder<number> = () => sql<number>`0`
): Promise<void> {
  const project_id = await projectCoded(server, PROJECT)
  const time_period_id = await periodNamed(server, period)
  const all = () =>
    server.database
      .updateTable('answers')
      .where('programme_id', '=', 1)
      .where('number_value', 'is not', null)
      .where('question_id', 'in', query =>
        query
          .selectFrom('questions')
          .select('question_id')
          .where('programme_id', '=', 1)
          .where('question_text', 'in', ['Falls', 'Complaints'])
      )
  await all()
    .set({ number_value: everybodyElse(sql<number>`answers.submission_id`) })
    .where('submission_id', 'in', query =>
      query
        .selectFrom('submissions')
        .select('submission_id')
        .where('programme_id', '=', 1)
        .where('project_id', '=', project_id)
        .where('time_period_id', '=', time_period_id)
    )
    .execute()
  for (const [submission_id, number_value] of figures)
    await all().set({ number_value }).where('submission_id', '=', submission_id).execute()
  await publishAnew(server, PROJECT, period)
}

/** Strangers that no set distinguishes, as lists of their organisations. */
export function classesOf(seen: readonly Seen[], strangers: readonly Stranger[]): Map<string, Set<number>> {
  const classes = new Map<string, Set<number>>()
  for (const { submission_id, organisation_id } of strangers) {
    const signature = seen.map(set => (set.members.has(submission_id) ? '1' : '0')).join('')
    if (!signature.includes('1')) continue
    classes.set(signature, (classes.get(signature) ?? new Set()).add(organisation_id))
  }
  return classes
}

/** Moves the viewer to another organisation. */
export const readAs = (server: TestServer, organisation_id: number) =>
  server.database
    .updateTable('users')
    .set({ organisation_id })
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'viewer@wards.example')
    .execute()
