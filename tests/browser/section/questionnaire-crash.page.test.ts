import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { chooseVersion } from '#browser/section/sync/user-decisions.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { sectionServer } from '#tests/support/section-server.ts'
import { lost, scope, visit } from '#tests/support/section-visit.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const small = (): SectionQuestions => aSection(aGrid(3, 3))

describe('after a crash', () => {
  it('what was kept is there again and is sent; another account on this computer never sees it', async () => {
    const server = sectionServer(small())
    const page = await visit(server.as())
    page.type('1:1:1', '7')
    await page.pass(150)
    const stranger = await visit(server.as(), 'u2')
    expect(stranger.engine.store.get('1:1:1').text).toBe('')
    const later = await visit(server.as())
    expect(later.engine.store.get('1:1:1')).toMatchObject({ text: '7', saving: 'kept' })
    await later.pass(1000)
    expect(server.valueOf('1:1:1')).toBe(7)
  })

  it('an own answer that had arrived without its acknowledgement is no conflict', async () => {
    const server = sectionServer(small())
    const page = await visit(server.as())
    page.faults.push(lost)
    page.type('1:1:1', '5')
    await page.pass(700)
    page.type('1:1:1', '6')
    await page.pass(150)
    const later = await visit(server.as())
    expect(later.engine.store.get('1:1:1')).toMatchObject({ text: '6', conflict: null })
    await later.pass(1000)
    expect(server.valueOf('1:1:1')).toBe(6)
  })

  it('a cell that someone else has changed meanwhile asks, and neither answer is lost', async () => {
    const server = sectionServer(small())
    const page = await visit(server.as())
    page.type('1:1:1', '7')
    await page.pass(150)
    server.save(
      'by-another-1',
      [
        {
          question_id: 1,
          row_id: 1,
          column_id: 1,
          value: 9,
          is_not_applicable: false,
          is_not_available: false,
          base_version: 0
        }
      ],
      'B. Lind'
    )
    const later = await visit(server.as())
    expect(later.engine.store.get('1:1:1')).toMatchObject({
      text: '7',
      conflict: { theirs: { value: 9 }, written: { by: 'B. Lind' } }
    })
    await later.pass(10_000)
    expect(server.valueOf('1:1:1')).toBe(9)
    chooseVersion(later.engine, '1:1:1', 'mine')
    await later.pass(1000)
    expect(server.valueOf('1:1:1')).toBe(7)
    expect(later.engine.$status.get()).toMatchObject({ conflicts: 0, unsaved: 0 })
  })
})

test('storage that does not answer is given up, and used again when it does', async () => {
  // However long a busy machine takes for what does answer.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const works = globalThis.indexedDB
  const drafts = openDrafts(scope, () => 0, 20)
  globalThis.indexedDB = { open: () => new IDBOpenDBRequest() } as unknown as IDBFactory
  const reading = drafts.read()
  await vi.advanceTimersByTimeAsync(20)
  expect(await reading).toMatchObject({
    ok: false,
    error: expect.stringMatching(/does not let the page store/)
  })
  globalThis.indexedDB = works
  expect(await drafts.read()).toEqual({ ok: true, value: [] })
})

test('a draft that was never acknowledged is deleted after 30 days of the server’s time, whatever the device’s clock says', async () => {
  const page = await visit(sectionServer(small()).as())
  page.type('1:1:1', '7')
  await page.pass(150)
  const days = (count: number) => () => page.now() + count * 86_400_000
  for (const now of [days(29), () => null])
    expect(await openDrafts(scope, now).read()).toMatchObject({ value: [{ text: '7' }] })
  expect(await openDrafts(scope, days(31)).read()).toEqual({ ok: true, value: [] })
})

test('sending a draft again does not make it younger', async () => {
  const page = await visit(sectionServer(small()).as())
  page.type('1:1:1', '7')
  await page.pass(150)
  const day = 86_400_000
  const drafts = await openDrafts(scope, page.now).read()
  await openDrafts(scope, () => page.now() + 20 * day).write(drafts.ok ? drafts.value : [])
  expect(await openDrafts(scope, () => page.now() + 31 * day).read()).toEqual({ ok: true, value: [] })
})
