import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { errorOf } from '#browser/section/state/cell-state.ts'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { saveText } from '#browser/section/sync/save-text.ts'
import { chooseVersion } from '#browser/section/sync/user-decisions.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import type { CellChange } from '#contract/section-submissions.ts'
import { err } from '#lib/result.ts'
import { aGrid, aQuestion, aSection, withAnswer } from '#tests/support/questions.ts'
import { sectionServer } from '#tests/support/section-server.ts'
import { lost, offline, scope, visit, type Fault, type Visit } from '#tests/support/section-visit.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const small = (): SectionQuestions => aSection(aGrid(3, 3))
const words = ({ engine }: Visit): string => saveText(engine.$status.get()).text

describe('saving', () => {
  it('a typed number is on this device within 150 ms of the last key, then at the server, and said to be so only then', async () => {
    const server = sectionServer(small())
    const page = await visit(server.as())
    page.engine.editing.enter('1:1:1')
    page.engine.editing.type('1:1:1', '4')
    page.engine.editing.type('1:1:1', '49')
    expect(page.engine.store.get('1:1:1').saving).toBe('typed')
    await page.pass(150)
    expect(page.engine.store.get('1:1:1').saving).toBe('kept')
    expect(words(page)).toBe('Saving… 1 answer kept on this device')
    expect(server.valueOf('1:1:1')).toBeNull()
    await page.pass(600)
    expect(server.valueOf('1:1:1')).toBe(49)
    expect(words(page)).toMatch(/^All saved at \d\d:\d\d$/)
    const again = await openDrafts(scope, () => 0).read()
    expect(again).toEqual({ ok: true, value: [] })
  })

  it('someone who never pauses has no more than a second at risk', async () => {
    const page = await visit(sectionServer(small()).as())
    page.engine.editing.enter('1:1:1')
    for (let key = 1; key <= 14; key += 1) {
      page.engine.editing.type('1:1:1', '1'.repeat(key))
      await page.pass(75)
    }
    const drafts = await openDrafts(scope, () => 0).read()
    expect(drafts.ok && drafts.value.map(draft => draft.text.length)).toEqual([14])
  })

  it('500 edits without a connection are sent once each, in order, when it is back', async () => {
    const server = sectionServer(aSection(aGrid(50, 10)))
    const page = await visit(server.as())
    page.faults.push(...Array.from({ length: 3 }, () => offline))
    const keys = [...page.engine.store.keys()]
    for (const [index, key] of keys.entries()) page.type(key, String(index))
    await page.pass(2000)
    expect(page.engine.$status.get().queue.is).toBe('retrying')
    expect(words(page)).toBe('Offline. 500 answers kept on this device')
    page.faults.length = 0
    page.engine.retry()
    await page.pass(5000)
    expect(keys.map(key => server.valueOf(key))).toEqual(keys.map((_, index) => index))
    expect([...server.past.values()].every(values => values.length === 1)).toBe(true)
    expect(page.engine.$status.get().unsaved).toBe(0)
  })

  it('a value that breaks a hard rule is kept on this device, told and never sent', async () => {
    const server = sectionServer(aSection(aGrid(1, 2, { question: { max_value: 10 } })))
    const page = await visit(server.as())
    page.type('1:1:1', '11')
    page.type('2:1:2', 'ten')
    await page.pass(5000)
    expect(errorOf(page.engine.store.get('1:1:1'))).toBe('The value must be 10 or less.')
    expect(errorOf(page.engine.store.get('2:1:2'))).toBe('Enter a number.')
    expect(page.sent).toEqual([])
    expect(page.engine.$status.get()).toMatchObject({
      errors: 2,
      unsaved: 2,
      held: { errors: 2, conflicts: 0 }
    })
    expect(words(page)).toBe('2 answers cannot be sent until you correct them. All others are saved.')
    const later = await visit(server.as())
    expect(later.engine.store.get('2:1:2')).toMatchObject({ text: 'ten', fault: 'Enter a number.' })
    later.type('2:1:2', '10')
    await later.pass(1000)
    expect(server.valueOf('2:1:2')).toBe(10)
  })

  it('typed back to what it was, there is nothing to save and no draft stays', async () => {
    const server = sectionServer(
      aSection(aGrid(1, 1, { question: { answer: withAnswer(aQuestion({}), { value: 5 }).answer } }))
    )
    const page = await visit(server.as())
    page.engine.editing.enter('1:1:1')
    page.engine.editing.type('1:1:1', '56')
    await page.pass(100)
    page.engine.editing.type('1:1:1', '5')
    await page.pass(1000)
    expect(page.sent).toEqual([])
    expect(page.engine.$status.get().unsaved).toBe(0)
    expect(await openDrafts(scope, () => 0).read()).toEqual({ ok: true, value: [] })
  })

  it.each([
    [401, 'Log in again to send them.'],
    [403, 'Your account can no longer change this section.']
  ])('%i stops the sending and says why; the word of the person goes on', async (status, why) => {
    const server = sectionServer(small())
    const page = await visit(server.as())
    page.faults.push(() => err('no', status))
    page.type('1:1:1', '5')
    await page.pass(1_000_000)
    expect(page.sent).toHaveLength(1)
    expect(words(page)).toBe(`1 answer kept on this device. ${why}`)
    page.engine.retry()
    await page.pass(1000)
    expect(page.sent).toHaveLength(1)
    page.engine.sendNow()
    await page.pass(1000)
    expect(server.valueOf('1:1:1')).toBe(5)
  })

  it('a value that the server cannot take holds up no other, and is told apart', async () => {
    const server = sectionServer(aSection(aGrid(5, 5)))
    const side = server.as()
    const isBad = (answers: readonly CellChange[]): boolean => answers.some(({ value }) => value === 13)
    const page = await visit({
      ...side,
      save: (id, answers) => (isBad(answers) ? err('answers: no', 422) : side.save(id, answers))
    })
    const keys = [...page.engine.model.cells.keys()]
    for (const [index, key] of keys.entries()) page.type(key, String(index + 1))
    await page.pass(5000)
    expect(keys.map(key => server.valueOf(key))).toEqual(keys.map((_, at) => (at === 12 ? null : at + 1)))
    expect(page.sent.length).toBeLessThan(12)
    const refused = page.engine.store.get(keys[12] ?? '')
    expect([refused.refusal, refused.edit]).toEqual([
      'The server did not accept this value. Change it, or copy it and clear the cell.',
      expect.any(String)
    ])
    expect(words(page)).toMatch(/^1 answer cannot be sent until you correct it\. Others saved at/)
    page.type(keys[12] ?? '', '14')
    await page.pass(1000)
    expect(server.valueOf(keys[12] ?? '')).toBe(14)
    expect(words(page)).toMatch(/^All saved/)
  })

  const nonsense: [string, Fault][] = [
    ['nothing', () => ({ ok: true, value: null })],
    ['an empty object', () => ({ ok: true, value: {} })],
    [
      'lists that are no lists',
      async arrive => ({ ok: true, value: { ...((await arrive()) as { value: object }).value, saved: null } })
    ],
    [
      'a version that is no number',
      () => ({
        ok: true,
        value: {
          section_submission: {},
          saved: [{ version: 'x' }],
          rejected: [],
          warnings: [],
          conflicts: []
        }
      })
    ],
    ['a text', () => ({ ok: true, value: 'OK' })],
    ['500 after the save', async arrive => (await arrive(), err('Internal', 500))],
    ['a lost answer after the save', lost]
  ]
  it.each(nonsense)('an answer that is %s loses nothing and saves nothing twice', async (_, fault) => {
    const server = sectionServer(small())
    const page = await visit(server.as())
    page.faults.push(fault)
    page.type('1:1:1', '5')
    await page.pass(700)
    expect(page.engine.$status.get().unsaved).toBe(1)
    page.type('1:1:1', '6')
    await page.pass(10_000)
    expect(server.valueOf('1:1:1')).toBe(6)
    expect(page.engine.$status.get()).toMatchObject({ unsaved: 0, conflicts: 0 })
    expect(server.past.get('1:1:1')).toEqual([5, 6])
  })

  it('an answer that does not mention a cell leaves it unsaved, in words', async () => {
    const page = await visit(sectionServer(small()).as())
    page.faults.push(async arrive => {
      const result = await arrive()
      return result.ok ? { ok: true, value: { ...(result.value as object), saved: [] } } : result
    })
    page.type('1:1:1', '5')
    await page.pass(1000)
    expect(errorOf(page.engine.store.get('1:1:1'))).toBe(
      'The server did not confirm this value. Enter it again.'
    )
    expect(page.engine.$status.get().unsaved).toBe(1)
  })

  it('says when this device cannot keep anything', async () => {
    const server = sectionServer(small())
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('blocked', 'SecurityError')
      }
    } as unknown as IDBFactory
    const page = await visit(server.as())
    page.faults.push(offline)
    page.type('1:1:1', '5')
    await page.pass(300)
    expect(words(page)).toBe(
      '1 answer only on this page: keep it open. This browser does not let the page store answers on this device.'
    )
    await page.pass(500)
    expect(words(page)).toMatch(/^Offline\. 1 answer only on this page: keep it open\. .* on this device\.$/)
    await page.pass(5000)
    expect(server.valueOf('1:1:1')).toBe(5)
  })
})

test('what someone else entered while text was invalid here is a conflict, not overwritten by the correction', async () => {
  const server = sectionServer(small())
  const page = await visit(server.as())
  page.type('1:1:1', 'ten')
  await page.pass(1000)
  const place = { question_id: 1, row_id: 1, column_id: 1, base_version: 0 }
  const theirs = { ...place, value: 9, is_not_applicable: false, is_not_available: false }
  server.save('by-another-1', [theirs], 'B. Lind')
  await page.engine.refresh()
  expect(page.engine.store.get('1:1:1')).toMatchObject({ text: 'ten', conflict: { theirs: { value: 9 } } })
  page.type('1:1:1', '10')
  await page.pass(5000)
  expect(server.valueOf('1:1:1')).toBe(9)
  chooseVersion(page.engine, '1:1:1', 'mine')
  await page.pass(5000)
  expect(server.valueOf('1:1:1')).toBe(10)
})

test('what another person has said instead of a figure is known from the conflict itself, without loading the section again', async () => {
  const server = sectionServer(small())
  const side = server.as()
  let reads = 0
  const counted = {
    ...side,
    read: () => {
      reads += 1
      return side.read()
    }
  }
  const page = await visit(counted)
  const readsAtStart = reads
  const place = { question_id: 1, row_id: 1, column_id: 1, base_version: 0 }
  const notKnown = { ...place, value: null, is_not_applicable: false, is_not_available: true }
  server.save('by-another-2', [notKnown], 'B. Lind')
  page.type('1:1:1', '7')
  await page.pass(3000)
  expect(page.engine.store.get('1:1:1')).toMatchObject({
    text: '7',
    conflict: { theirs: { value: null, is_not_available: true }, written: { by: 'B. Lind' } }
  })
  expect(reads).toBe(readsAtStart)
})
