// Members of an anonymous project who keep every edition: corrections, figures taken back and given late, by few and by many, one after the other. From the
// sums of all blocks of all editions that were published a system of linear equations is made, and solved for each organisation.

import { beforeAll, expect, test } from 'vitest'
import { listEditions, publishEdition } from '#contract/editions.ts'
import { PROJECT, submissionsIn, type Stranger } from '#tests/support/attacker.ts'
import { solverOf } from '#tests/support/linear-system.ts'
import { cellOf, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const PERIOD = '2025'
const QUESTIONS = ['Falls', 'Occupied bed days', 'Complaints']
const STEPS = 40

/** The same steps on each run. */
let state = 20_261_122
function random(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * below)
}

let everybody: Stranger[]
let questionIds: number[]

beforeAll(async () => {
  const { own, strangers } = await submissionsIn(server, PERIOD)
  everybody = [...own, ...strangers]
  questionIds = await Promise.all(
    QUESTIONS.map(async question => (await cellOf(server, own[0]!.submission_id, question)).place.question_id)
  )
})

const scopeOf = async () => ({
  project_id: await projectCoded(server, PROJECT),
  time_period_id: await periodNamed(server, PERIOD)
})

interface Told {
  /** Sums: for each block and question, whose figure is in it and which one it is. */
  sums: { submissionId: number; value: number }[][]
  question: number
}

/** What the newest edition tells of each question: the sums of the blocks in which charts count it. */
async function toldNow(): Promise<Told[]> {
  const { edition_id } = await server.database
    .selectFrom('editions')
    .select('edition_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', (await scopeOf()).project_id)
    .where('time_period_id', '=', (await scopeOf()).time_period_id)
    .orderBy('edition_number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const divisions = await server.database
    .selectFrom('edition_divisions')
    .select(['formulas', 'blocks'])
    .where('programme_id', '=', 1)
    .where('edition_id', '=', edition_id)
    .execute()
  const cells = await server.database
    .selectFrom('edition_cells')
    .select(['question_id', 'submission_ids', 'numbers'])
    .where('programme_id', '=', 1)
    .where('edition_id', '=', edition_id)
    .where('question_id', 'in', questionIds)
    .execute()
  return cells.map(cell => {
    const numbers = new Map(cell.submission_ids.map((id, index) => [id, cell.numbers[index]!]))
    // A count of its own is told by its mean; it has a chart.
    const division = divisions.find(({ formulas }) =>
      formulas.some(formula => formula.startsWith(`1*${cell.question_id}/`))
    )
    return {
      question: cell.question_id,
      sums: division!.blocks.map(block =>
        block.map(submissionId => ({ submissionId, value: numbers.get(submissionId)! }))
      )
    }
  })
}

/** One step: some submissions of one block, or any, get other figures, none, or one again. Returns how to take it back. */
async function step(told: readonly Told[]): Promise<() => Promise<void>> {
  const count = [1, 4, 6, 7, 9, 12][random(6)]!
  const { sums, question } = told[told.length - 1 - random(questionIds.length)]!
  const block = sums[random(sums.length)]!.map(one => one.submissionId)
  const from = random(4) === 0 ? everybody.map(one => one.submission_id) : block
  const start = random(from.length)
  const chosen = Array.from({ length: count }, (_, index) => from[(start + index) % from.length]!)
  const number_value = [null, 3, 40, 41][random(4)]!
  const ofChosen = server.database
    .selectFrom('answers')
    .select(['submission_id', 'number_value'])
    .where('programme_id', '=', 1)
    .where('question_id', '=', question)
    .where('submission_id', 'in', chosen)
  const before = await ofChosen.execute()
  const write = async (submission_ids: readonly number[], value: number | null): Promise<void> => {
    await server.database
      .updateTable('answers')
      .set({ number_value: value })
      .where('programme_id', '=', 1)
      .where('question_id', '=', question)
      .where('submission_id', 'in', [...submission_ids])
      .execute()
  }
  await write(chosen, number_value)
  return async () => {
    for (const one of before) await write([one.submission_id], one.number_value)
  }
}

test(
  'no combination of what all editions tell is about one organisation, or about one beside the reader',
  { timeout: 1_200_000 },
  async () => {
    const told: Told[] = await toldNow()
    const replies: number[] = []
    let edition_number = 2
    for (let at = 0; at < STEPS; at += 1) {
      const takeBack = await step(told)
      const token = await server.tokenOf('admin')
      const { next } = (await server.call(listEditions, { query: await scopeOf() }, token)).body
      const body = { ...(await scopeOf()), edition_number, figures_digest: next.figures_digest }
      const { status } = await server.call(publishEdition, { body }, token)
      replies.push(status)
      if (status !== 200) {
        await takeBack()
        continue
      }
      edition_number += 1
      told.push(...(await toldNow()))
    }
    expect(replies.filter(status => status === 200).length).toBeGreaterThan(1)
    expect(replies.filter(status => status === 423).length).toBeGreaterThan(5)
    for (const question of questionIds) {
      const sums = told.filter(one => one.question === question).flatMap(one => one.sums)
      const nameOf = (one: { submissionId: number; value: number }): string =>
        `${one.submissionId} ${one.value}`
      const unknowns = [...new Set(sums.flat().map(nameOf))]
      const rows = sums.map(sum => {
        const members = new Set(sum.map(nameOf))
        return unknowns.map(name => Number(members.has(name)))
      })
      const organisationOf = new Map(everybody.map(one => [one.submission_id, one.organisation_id]))
      const columnsOf = (organisations: readonly number[]): Set<number> =>
        new Set(
          unknowns.flatMap((name, index) =>
            organisations.includes(organisationOf.get(Number(name.split(' ')[0]))!) ? [index] : []
          )
        )
      const reader = everybody[0]!.organisation_id
      const isSolvedFor = solverOf(rows)
      for (const id of new Set(organisationOf.values()))
        expect([question, id, isSolvedFor(columnsOf([id, reader]))]).toEqual([question, id, false])
    }
  }
)
