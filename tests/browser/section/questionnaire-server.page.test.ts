import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseVersion } from '#browser/section/sync/user-decisions.ts'
import { getSectionQuestions, type Question } from '#contract/questionnaires.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { err, ok } from '#lib/result.ts'
import { lost, offline, visit, type SectionSide, type Visit } from '#tests/support/section-visit.ts'
import { cellOf, ownSubmission, type SeededCell } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()

/** A section of the real server as one person uses it. */
const sideOf = (cell: SeededCell, submission_id: number, role: Role): SectionSide => {
  const place = { questionnaire_id: cell.questionnaire_id, submission_id, section_id: cell.section_id }
  return {
    read: async () => {
      const input = { params: { id: cell.questionnaire_id, sid: cell.section_id }, query: { submission_id } }
      return (await server.call(getSectionQuestions, input, await server.tokenOf(role))).body
    },
    save: async (client_change_id, answers) => {
      const body = { ...place, client_change_id, action: 'save' as const, answers }
      const reply = await server.call(saveSection, { body }, await server.tokenOf(role))
      return reply.status === 200 ? ok(reply.body) : err(reply.body.detail ?? '', reply.status)
    }
  }
}

test('against the real server, whatever is typed, lost or sent twice: both people end with the server’s figures', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026', 2)
  const cell = await cellOf(server, ward, 'Staffed beds')
  const step = fc.record({
    who: fc.constantFrom(0, 1),
    does: fc.constantFrom('type', 'type', 'pass', 'lose', 'drop', 'refresh'),
    cell: fc.nat(3),
    value: fc.integer({ min: 1, max: 9 }),
    time: fc.constantFrom(100, 700, 1500)
  })
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async steps => {
      round += 1
      const sides = (['lead', 'contributor'] as const).map(role => sideOf(cell, ward, role))
      const pages = await Promise.all(sides.map((side, who) => visit(side, `${who}-${round}`)))
      for (const { who, ...what } of steps) await go(pages[who] as Visit, what)
      for (const page of pages) await bringHome(page)
      const stored = (await sides[0]?.read())?.sub_sections.flatMap(sub => sub.questions) ?? []
      for (const page of pages) {
        await page.engine.refresh()
        expect(page.engine.$status.get()).toMatchObject({ unsaved: 0, conflicts: 0 })
        expect(entered(page)).toEqual(
          stored.filter(isEntered).map(question => [cellKey(question), question.answer.value])
        )
      }
    }),
    { numRuns: 12 }
  )
})

const isEntered = ({ question_type }: Question): boolean =>
  question_type !== 'calculated' && question_type !== 'heading'

const entered = ({ engine }: Visit) =>
  [...engine.model.cells.values()]
    .filter(({ question }) => isEntered(question))
    .map(({ key }) => [key, engine.store.get(key).answer.value])

async function go(
  page: Visit,
  { does, cell, value, time }: { does: string; cell: number; value: number; time: number }
): Promise<void> {
  const numbers = [...page.engine.model.cells.values()].filter(
    ({ question }) => typeOf(question).exportedAs === 'number'
  )
  if (does === 'type') page.type(numbers[cell % numbers.length]?.key ?? '', String(value))
  else if (does === 'lose') page.faults.push(lost)
  else if (does === 'drop') page.faults.push(offline)
  else if (does === 'refresh') await page.engine.refresh()
  else await page.pass(time)
}

/** The wire is sound again, and the person stands by what was typed. */
async function bringHome(page: Visit): Promise<void> {
  page.faults.length = 0
  await page.pass(5000)
  for (const key of page.engine.store.keys()) chooseVersion(page.engine, key, 'mine')
  await page.pass(5000)
}
