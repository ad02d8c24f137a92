// The attack on an anonymous project with everything that the interface allows: every single option and every pair of options in two periods,
// every triple in one, groups by rules and by likeness with some of these, by several members who tell each other all they see and know. From all averages together a
// system of linear equations is made, and solved for each other organisation. The short version is server/benchmarks/disclosure*.test.ts.

import { beforeAll, expect, test } from 'vitest'
import type { ActiveFilter } from '#contract/active-filter.ts'
import { createPeerGroup } from '#contract/peer-groups.ts'
import {
  CHART,
  membersSeen,
  optionsFor,
  PROJECT,
  readAs,
  submissionsIn,
  type Question,
  type Seen,
  type Stranger
} from '#tests/support/attacker.ts'
import { independentRows, solverOf } from '#tests/support/linear-system.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const MINIMUM = 5
const PERIODS = ['2024', '2025'] as const
/** Triples in one of the periods. */
const mostOptions = { '2024': 2, '2025': 3 }
const LONG = 1_200_000
const COLLUDERS = MINIMUM - 1

type Choice = readonly ActiveFilter[]

/** Several options of one filter mean any of them, those of several filters all of them. */
function together(...choices: Choice[]): ActiveFilter[] {
  const byFilter = Map.groupBy(choices.flat(), filter => filter.filter_id)
  return [...byFilter.values()].map(same => ({
    ...same[0]!,
    option_list: same.flatMap(filter => filter.option_list)
  }))
}

const subsetsOf = <T>(all: readonly T[], size: number): T[][] =>
  size === 0
    ? [[]]
    : all.flatMap((first, index) => subsetsOf(all.slice(index + 1), size - 1).map(rest => [first, ...rest]))

const named = (choice: Choice): string =>
  choice.map(filter => filter.option_list.map(option => option.option_name).join('+')).join(' & ')

async function singleOptions(period: string): Promise<Choice[]> {
  const { filters } = await optionsFor(server, 'viewer', period)
  return filters.flatMap(({ filter_id, filter_name, option_list }) =>
    option_list.map(({ option_name }) => [{ filter_id, filter_name, option_list: [{ option_name }] }])
  )
}

/** Groups of the reader: by each rule, by every tenth pair of rules, and by likeness in each filter to each own submission, of several sizes. */
async function makeGroups(period: string, own: readonly Stranger[]): Promise<void> {
  const single = await singleOptions(period)
  const filterIds = [...new Set(single.flatMap(choice => choice.map(filter => filter.filter_id)))]
  const scope = {
    project_id: await projectCoded(server, PROJECT),
    time_period_id: await periodNamed(server, period)
  }
  const pairs = subsetsOf(single, 2).filter((_, index) => index % 10 === 0)
  const rules = [...single.map(choice => [choice]), ...pairs].map(choices => ({
    kind: 'rules' as const,
    filters: together(...choices)
  }))
  const similar = own.slice(0, 2).flatMap(({ submission_id }) =>
    [[filterIds[0]!], filterIds].flatMap(filter_ids =>
      [5, 6, 7, 12].map(size => ({
        kind: 'similar' as const,
        submission_id,
        filter_ids,
        chart_ids: [],
        size
      }))
    )
  )
  for (const [index, definition] of [...rules, ...similar].entries()) {
    const body = { ...scope, peer_group_name: `${period} ${definition.kind} ${index}`, definition }
    const { status } = await server.call(createPeerGroup, { body }, await server.tokenOf('viewer'))
    // There is no group of nobody.
    expect([200, 422]).toContain(status)
  }
}

/** Every selection of up to so many options, and every group, alone and with every fourth option. */
async function everyQuestion(period: string, most: number): Promise<Question[]> {
  const single = await singleOptions(period)
  const { peer_groups } = await optionsFor(server, 'viewer', period)
  const token = await server.tokenOf('viewer')
  const question = (name: string, filters: Choice, groups: number[] = []): Question => ({
    name,
    isNarrowed: filters.length + groups.length > 0,
    ask: {
      project: PROJECT,
      chart: CHART,
      period,
      role: 'viewer',
      token,
      submission: 0,
      groups,
      body: { ignore_cache: true, filters }
    }
  })
  return [
    question('everyone', []),
    ...Array.from({ length: most }, (_, index) => index + 1).flatMap(size =>
      subsetsOf(single, size).map(choices => question(named(together(...choices)), together(...choices)))
    ),
    ...peer_groups.flatMap(({ peer_group_id, peer_group_name }) =>
      [[], ...single.filter((_, index) => index % 4 === 0)].map(choice =>
        question(`group ${peer_group_name}: ${named(choice)}`, choice, [peer_group_id])
      )
    )
  ]
}

let everybody: Record<string, Stranger[]>
let reader: number

beforeAll(async () => {
  await server.database
    .updateTable('charts')
    .set({ decimal_places: 20 })
    .where('programme_id', '=', 1)
    .where('chart_name', '=', CHART)
    .execute()
  everybody = {}
  for (const period of PERIODS) {
    const { own, strangers } = await submissionsIn(server, period)
    reader = own[0]!.organisation_id
    everybody[period] = [...own, ...strangers]
    await makeGroups(period, own)
  }
}, LONG)

/** Rows over all submissions: 1 for each member. */
const rowsOf = (seen: readonly Seen[], all: readonly Stranger[]): number[][] =>
  seen.map(({ members }) => all.map(one => Number(members.has(one.submission_id))))

test.each(PERIODS)(
  'in %s no combination of all answers, of one reader or of several, is about one other organisation',
  { timeout: LONG },
  async period => {
    const all = everybody[period]!
    const questions = await everyQuestion(period, mostOptions[period])
    expect(questions.length).toBeGreaterThan(200)
    const organisations = [...new Set(all.map(one => one.organisation_id))]
    const others = organisations.filter(id => id !== reader)
    const distinct = new Map<string, { row: number[]; reader: number }>()
    // Those who collude first: each is told of everybody but the own.
    for (const id of [reader, ...others.slice(0, COLLUDERS - 1)]) {
      await readAs(server, id)
      const isFirst = id === reader
      const seen = await membersSeen(
        server,
        period,
        all,
        isFirst ? questions : questions.filter((_, index) => index % 10 === 0)
      )
      for (const row of rowsOf(seen, all)) distinct.set(`${id} ${row.join('')}`, { row, reader: id })
    }
    await readAs(server, reader)
    const columnsOf = (ids: readonly number[]): Set<number> =>
      new Set(all.flatMap((one, index) => (ids.includes(one.organisation_id) ? [index] : [])))
    const ofFirst = [...distinct.values()].filter(one => one.reader === reader).map(({ row }) => row)
    expect(independentRows(ofFirst).length).toBeGreaterThan(1)
    const isSolvedForFirst = solverOf(ofFirst)
    // One reader: no organisation, and no two of them together.
    for (const size of [1, 2])
      for (const ids of subsetsOf(others, size)) {
        expect([period, ids, isSolvedForFirst(columnsOf(ids))]).toEqual([period, ids, false])
      }
    // Several readers who tell each other their own figures as well: these are no unknowns any more.
    for (let count = 2; count <= COLLUDERS; count += 1) {
      const colluders = [reader, ...others.slice(0, count - 1)]
      const known = columnsOf(colluders)
      const rows = [...distinct.values()]
        .filter(one => colluders.includes(one.reader))
        .map(({ row }) => row.map((value, index) => (known.has(index) ? 0 : value)))
      const isSolvedFor = solverOf(rows)
      for (const id of others.filter(other => !colluders.includes(other)))
        expect([period, count, id, isSolvedFor(columnsOf([id]))]).toEqual([period, count, id, false])
    }
  }
)
