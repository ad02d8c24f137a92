// What stays on the device: values that no server takes, answers that another one hides, answers whose question is gone.

import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { errorOf } from '#browser/section/state/cell-state.ts'
import type { CellDraft } from '#browser/section/sync/draft-database.ts'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { saveText } from '#browser/section/sync/save-text.ts'
import { discardKept } from '#browser/section/sync/user-decisions.ts'
import { MAX_ANSWER_LENGTH } from '#contract/limits.ts'
import { QuestionType, type Question, type SectionQuestions } from '#contract/questionnaires.ts'
import { CellChange } from '#contract/section-submissions.ts'
import { err } from '#lib/result.ts'
import { isStorable } from '#lib/text/text-characters.ts'
import { aGrid, aQuestion, aSection } from '#tests/support/questions.ts'
import { sectionServer } from '#tests/support/section-server.ts'
import { lost, offline, scope, visit, type SectionSide, type Visit } from '#tests/support/section-visit.ts'
import { aList } from '#tests/support/workbooks.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const words = ({ engine }: Visit): string => saveText(engine.$status.get()).text
const TEXT = '1:0:0'
const NUMBER = '2:0:0'

/** Refuses what the contract refuses, like the API: the whole call. */
function strict(side: SectionSide): SectionSide {
  return {
    ...side,
    save: (id, answers) =>
      v.safeParse(v.array(CellChange), answers).success &&
      answers.every(({ value }) => typeof value !== 'string' || isStorable(value))
        ? side.save(id, answers)
        : err('answers: invalid', 422)
  }
}

const twoQuestions = () =>
  aSection(
    aList(
      aQuestion({ question_id: 1, question_type: 'long_text' }),
      aQuestion({ question_id: 2, question_type: 'integer' })
    )
  )

test.each([
  ['too long', 'x'.repeat(MAX_ANSWER_LENGTH + 1), 'Enter 20,000 characters or fewer. That is 1 too many.'],
  [
    'of wide letters',
    '𝒙'.repeat(MAX_ANSWER_LENGTH / 2 + 1),
    'Enter 20,000 characters or fewer. That is 2 too many.'
  ],
  ['with a zero byte', 'a\0b', 'Enter this text again: it contains characters that cannot be saved.'],
  ['cut in a letter', 'a\ud83d', 'Enter this text again: it contains characters that cannot be saved.']
])('a text %s is told where it is and keeps nothing else from being saved', async (_, text, message) => {
  const server = sectionServer(twoQuestions())
  const page = await visit(strict(server.as()))
  page.type(TEXT, text)
  page.type(NUMBER, '5')
  await page.pass(3000)
  expect(errorOf(page.engine.store.get(TEXT))).toBe(message)
  expect([server.valueOf(NUMBER), server.valueOf(TEXT)]).toEqual([5, null])
  expect(words(page)).toMatch(/^1 answer cannot be sent until you correct it\. Others saved at/)
  page.type(TEXT, 'x'.repeat(MAX_ANSWER_LENGTH))
  await page.pass(3000)
  expect(server.valueOf(TEXT)).toHaveLength(MAX_ANSWER_LENGTH)
  expect(words(page)).toMatch(/^All saved/)
})

test('whatever is typed into whatever question: what is sent is what the contract takes', async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('1e400', '9'.repeat(400), '-0', '1,5', '0x1F', '\0', '\ud800', '2026-02-30', '25:99'),
    fc.integer({ min: MAX_ANSWER_LENGTH - 2, max: MAX_ANSWER_LENGTH + 2 }).map(length => 'y'.repeat(length)),
    fc.integer({ min: 1, max: 99 }).map(String)
  )
  const options = [1, 2, 3].map(option_id => ({ option_id, option_name: `Option ${option_id}` }))
  const types = QuestionType.options
  const section = aSection(
    aList(
      ...types.map((question_type, index) =>
        aQuestion({
          question_id: index + 1,
          question_type,
          option_list: options,
          expression: question_type === 'calculated' ? '1' : null
        })
      )
    )
  )
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: types.length, maxLength: types.length }), async texts => {
      globalThis.indexedDB = new IDBFactory()
      const page = await visit(strict(sectionServer(section).as()))
      texts.forEach((text, index) => page.type(`${index + 1}:0:0`, text))
      await page.pass(3000)
      for (const { answers } of page.sent)
        for (const answer of answers) expect(v.safeParse(CellChange, answer).success).toBe(true)
      expect(page.sent.length).toBeLessThanOrEqual(1)
      for (const key of page.engine.store.keys()) expect(page.engine.store.get(key).refusal).toBeNull()
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 30) }
  )
}, 300_000)

const conditional = () =>
  aSection(
    aList(
      aQuestion({ question_id: 1, question_type: 'yes_no', question_text: 'Is there a shop?' }),
      aQuestion({ question_id: 2, question_type: 'integer', visible_if: "q1 = 'yes'", max_value: 10 })
    )
  )

test.each(['many', '11'])('once it is hidden, %s demands no correction; shown again, it does', async text => {
  const server = sectionServer(conditional())
  const page = await visit(server.as())
  page.type(TEXT, 'Yes')
  page.type(NUMBER, text)
  await page.pass(2000)
  expect(words(page)).toContain('cannot be sent until you correct it')
  page.type(TEXT, 'No')
  await page.pass(2000)
  expect(words(page)).toMatch(/^All saved/)
  expect(page.engine.$status.get()).toMatchObject({ errors: 0, unsaved: 0, held: { errors: 0 } })
  page.type(TEXT, 'Yes')
  await page.pass(2000)
  expect(page.engine.store.get(NUMBER).text).toBe(text)
  expect(page.engine.$status.get().errors).toBe(1)
  page.type(NUMBER, '9')
  await page.pass(2000)
  expect([server.valueOf(NUMBER), words(page)]).toEqual([9, expect.stringMatching(/^All saved/)])
})

test('a draft whose row is gone is named, kept, and discarded only by the person', async () => {
  const server = sectionServer(aSection(aGrid(2, 2)))
  const before = await visit(server.as())
  before.faults.push(lost, lost, lost, lost)
  before.type('4:2:2', '44')
  before.type('1:1:1', '11')
  await before.pass(900)
  before.engine.stop()
  await before.pass(100)

  const smaller = sectionServer(aSection(aGrid(1, 2)))
  const page = await visit(smaller.as())
  await page.pass(3000)
  expect(page.engine.$status.get().strays).toMatchObject([{ name: 'Row 2, Column 2', text: '44' }])
  expect(words(page)).toMatch(/^1 answer kept on this device cannot be sent\. Others saved at/)
  expect(smaller.valueOf('1:1:1')).toBe(11)

  const again = await visit(smaller.as())
  await again.pass(3000)
  expect(again.engine.$status.get().strays).toHaveLength(1)
  await discardKept(again.engine)
  expect(words(again)).toBe('All saved')
  expect(await openDrafts(scope, () => 0).read()).toEqual({ ok: true, value: [] })
})

const BEFORE = [10, 42].map(option_id => ({ option_id, option_name: `Option ${option_id}` }))
const anAnswerTo = (question: Partial<Question>) =>
  aSection(aList(aQuestion({ question_id: 1, option_list: BEFORE, ...question })))

test.each<[string, Partial<Question>, Partial<Question>, string]>([
  ['a choice', { question_type: 'single_choice' }, { question_type: 'integer' }, 'Option 42'],
  [
    'the step of a scale',
    { question_type: 'scale' },
    { question_type: 'scale', option_list: BEFORE.toReversed() },
    '2 (Option 42)'
  ]
])(
  '%s is not sent once its question is asked otherwise while the page is open',
  async (_, before, after, text) => {
    const server = sectionServer(anAnswerTo(before))
    const changed = sectionServer(anAnswerTo(after))
    let now = server
    const page = await visit({
      read: () => now.as().read(),
      save: (id, answers) => now.as().save(id, answers)
    })
    page.faults.push(offline, offline)
    page.type(TEXT, text)
    await page.pass(900)
    now = changed
    await page.engine.refresh()
    await page.pass(9000)
    expect(page.engine.$status.get()).toMatchObject({ unsaved: 0, strays: [{ text }] })
    expect(page.engine.store.get(TEXT).text).toBe('')
    expect(changed.valueOf(TEXT)).toBeNull()
    // What is typed now answers the question as it is asked.
    page.type(TEXT, '1')
    await page.pass(3000)
    expect(changed.valueOf(TEXT)).toBe(1)
  }
)

test('a draft is shown as kept where its question has changed since, unless an earlier version of the page left it', async () => {
  const before = await visit(sectionServer(anAnswerTo({ question_type: 'single_choice' })).as())
  before.faults.push(offline, offline)
  before.type(TEXT, 'Option 42')
  await before.pass(900)
  before.engine.stop()
  await before.pass(100)

  const changed = sectionServer(anAnswerTo({ question_type: 'integer' }))
  const page = await visit(changed.as())
  await page.pass(3000)
  expect(page.engine.$status.get()).toMatchObject({ unsaved: 0, strays: [{ text: 'Option 42' }] })
  expect(changed.valueOf(TEXT)).toBeNull()

  const drafts = openDrafts(scope, () => 0)
  const kept = await drafts.read()
  const [{ asked: _, ...draft }] = kept.ok ? (kept.value as [CellDraft]) : expect.fail('not read')
  await discardKept(page.engine)
  await drafts.write([{ ...draft, edit: `${draft.edit}z`, text: '7', answer: { ...draft.answer, value: 7 } }])
  const later = await visit(changed.as())
  await later.pass(3000)
  expect(changed.valueOf(TEXT)).toBe(7)
})

test('in a locked section kept answers leave the server’s in place, are told of, and are sent once it is reopened, or discarded', async () => {
  const shape = aSection(aGrid(1, 2))
  const server = sectionServer(shape)
  const before = await visit(server.as())
  before.faults.push(offline, offline)
  before.type('1:1:1', '11')
  await before.pass(900)
  before.engine.stop()
  await before.pass(100)

  const complete = { ...shape.section, status: 'complete' as const, version: 8 }
  let now: Partial<SectionQuestions> = { section: complete }
  const side = { ...server.as(), read: async () => ({ ...(await server.as().read()), ...now }) }
  const page = await visit(side)
  const tells = 'answer kept on this device cannot be sent.'
  expect(page.engine.store.get('1:1:1').text).toBe('')
  expect([words(page), page.engine.$status.get().unsaved]).toEqual([
    `1 ${tells}`.concat(' All others are saved.'),
    0
  ])
  now = { section: { ...complete, status: 'in_progress', version: 9 } }
  await page.engine.refresh()
  await page.pass(3000)
  expect([server.valueOf('1:1:1'), page.engine.$status.get().strays]).toEqual([11, []])

  // Someone else completes the section while something is typed.
  page.engine.editing.type('2:1:2', '22')
  now = { section: { ...complete, version: 10 } }
  await page.engine.refresh()
  await page.pass(3000)
  expect(words(page)).toBe(`1 ${tells}`)
  await discardKept(page.engine)
  expect(page.engine.store.get('2:1:2').text).toBe('')
  await page.pass(1000)
  expect(words(page)).toMatch(/^All saved/)
  expect(await openDrafts(scope, () => 0).read()).toEqual({ ok: true, value: [] })
  expect(server.valueOf('2:1:2')).toBeNull()
})
