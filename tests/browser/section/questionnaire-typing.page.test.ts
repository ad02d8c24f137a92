import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { errorOf, warningOf } from '#browser/section/state/cell-state.ts'
import { lineTotal } from '#browser/section/state/totals.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import { aGrid, aQuestion, aSection } from '#tests/support/questions.ts'
import { sectionServer } from '#tests/support/section-server.ts'
import { visit } from '#tests/support/section-visit.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const small = (): SectionQuestions => aSection(aGrid(3, 3))

describe('while typing', () => {
  it('sums, calculated cells and visibility follow at once', async () => {
    const grid = aGrid(2, 2)
    const questions = [
      aQuestion({
        question_id: 20,
        question_type: 'calculated',
        expression: 'sum(q1, q2)',
        decimal_places: 1
      }),
      aQuestion({
        question_id: 21,
        question_text: 'Why so many?',
        visible_if: 'q20 > 10',
        is_required: true,
        question_type: 'text'
      })
    ]
    const list = aGrid(0, 0, { sub_section_id: 2, layout: 'list', questions })
    const page = await visit(sectionServer(aSection(grid, list)).as())
    const table = page.engine.model.tables[0]
    if (table === undefined) throw new Error('no table')
    page.engine.editing.enter('1:1:1')
    page.engine.editing.type('1:1:1', '8.5')
    expect(page.engine.store.get('20:0:0').text).toBe('8.5')
    expect(page.engine.store.get('21:0:0').isHidden).toBe(true)
    expect(lineTotal(page.engine.store, table, { is: 'row', at: 0 })).toEqual({
      text: '8.5',
      isComplete: false
    })
    page.engine.editing.type('2:1:2', '2')
    expect(page.engine.store.get('20:0:0').text).toBe('10.5')
    expect(page.engine.store.get('21:0:0').isHidden).toBe(false)
    expect(lineTotal(page.engine.store, table, { is: 'row', at: 0 })).toEqual({
      text: '10.5',
      isComplete: true
    })
    await page.pass(0)
    expect(page.engine.$status.get().counts).toMatchObject({
      applicable_count: 5,
      answered_count: 2,
      required_remaining_count: 3
    })
  })

  it('nobody is told off before the number is typed, and a large change is flagged with what it was', async () => {
    const question = {
      min_value: 10,
      warn_change_percent: 50,
      previous_answer: { time_period_id: 1, time_period_name: '2025', value: 498 }
    }
    const page = await visit(sectionServer(aSection(aGrid(1, 1, { question }))).as())
    page.engine.editing.enter('1:1:1')
    page.engine.editing.type('1:1:1', '4')
    expect(errorOf(page.engine.store.get('1:1:1'))).toBeNull()
    page.engine.editing.type('1:1:1', '49')
    await page.pass(200)
    expect(warningOf(page.engine.store.get('1:1:1'))).toBe(
      '90% below last period (498), more than the usual 50%.'
    )
    expect(page.engine.$status.get()).toMatchObject({ errors: 0, warnings: 1, isDone: false })
  })
})

describe('what is typed takes its usual form when the cell is left', () => {
  const hours = (value: number | null = null): SectionQuestions => {
    const grid = aGrid(2, 1, { question: { question_type: 'time' } })
    Object.assign(grid.questions[0]!.answer, { value, version: value === null ? 0 : 1 })
    return aSection(grid)
  }
  const key = '1:1:1'
  const at = async (value: number | null = null) => {
    const page = await visit(sectionServer(hours(value)).as())
    page.engine.editing.enter(key)
    page.engine.editing.type(key, '1h30')
    return page
  }

  it.each([
    ['before it is stored', 0],
    ['after it is stored', 100],
    ['after it is saved', 5000]
  ])('%s', async (_, pause) => {
    const page = await at()
    await page.pass(pause)
    page.engine.editing.leave(key)
    expect(page.engine.store.get(key)).toMatchObject({ text: '1:30', answer: { value: 90 } })
    await page.pass(5000)
    expect(page.engine.store.get(key)).toMatchObject({ text: '1:30', saving: 'saved' })
    page.engine.editing.undo()
    expect(page.engine.store.get(key).text).toBe('')
  })

  it('when it is what the server has', async () => {
    const page = await at(90)
    await page.pass(200)
    expect(page.engine.store.get(key)).toMatchObject({ edit: null, text: '1h30' })
    page.engine.editing.leave(key)
    expect(page.engine.store.get(key).text).toBe('1:30')
  })

  it('when another cell was filled, or the section loaded again, before it is left', async () => {
    const page = await at()
    await page.pass(5000)
    page.engine.editing.choose('2:2:1', 45)
    await page.engine.refresh()
    page.engine.editing.leave(key)
    expect(page.engine.store.get(key).text).toBe('1:30')
    page.engine.editing.undo()
    expect(['1:1:1', '2:2:1'].map(one => page.engine.store.get(one).text)).toEqual(['1:30', ''])
  })

  it('when the form is closed with the cursor in it', async () => {
    const page = await at()
    page.engine.editing.leaveActive()
    expect(page.engine.store.get(key).text).toBe('1:30')
    page.engine.editing.undo()
    expect(page.engine.store.get(key).text).toBe('')
  })
})

describe('undo', () => {
  it('takes back a paste as one step, and redo brings it back', async () => {
    const page = await visit(sectionServer(small()).as())
    page.type('1:1:1', '1')
    page.engine.editing.paste([
      { key: '1:1:1', text: '1,000' },
      { key: '2:1:2', text: '2' },
      { key: '3:1:3', text: 'x' }
    ])
    expect(page.engine.store.get('1:1:1')).toMatchObject({ text: '1,000', answer: { value: 1000 } })
    page.engine.editing.undo()
    expect(['1:1:1', '2:1:2', '3:1:3'].map(key => page.engine.store.get(key).text)).toEqual(['1', '', ''])
    page.engine.editing.redo()
    expect(['1:1:1', '2:1:2', '3:1:3'].map(key => page.engine.store.get(key).text)).toEqual([
      '1,000',
      '2',
      'x'
    ])
    page.engine.editing.undo()
    page.engine.editing.undo()
    expect(page.engine.store.get('1:1:1').text).toBe('')
    expect(page.engine.editing.undo()).toBeNull()
  })

  it('a paste is taken back by itself, whatever was typed after it', async () => {
    const page = await visit(sectionServer(small()).as())
    const textOf = (...keys: string[]): string[] => keys.map(key => page.engine.store.get(key).text)
    page.type('1:1:1', '1')
    const step = page.engine.editing.paste([
      { key: '1:1:1', text: '1,000' },
      { key: '2:1:2', text: '2' },
      { key: '3:1:3', text: '3' }
    ])
    page.type('3:1:3', '33')
    page.type('4:2:1', '4')
    page.engine.editing.enter('5:2:2')
    page.engine.editing.type('5:2:2', '5')
    page.engine.editing.revertStep(step)
    expect(textOf('1:1:1', '2:1:2', '3:1:3', '4:2:1', '5:2:2')).toEqual(['1', '', '33', '4', '5'])
    page.engine.editing.undo()
    expect(textOf('1:1:1', '2:1:2', '3:1:3', '4:2:1', '5:2:2')).toEqual(['1,000', '2', '33', '4', '5'])
    page.engine.editing.undo()
    expect(textOf('4:2:1', '5:2:2')).toEqual(['4', ''])
  })

  it('Escape and Delete, and an answer without a value', async () => {
    const server = sectionServer(small())
    const page = await visit(server.as())
    page.type('1:1:1', '5')
    page.engine.editing.enter('1:1:1')
    page.engine.editing.type('1:1:1', '777')
    page.engine.editing.revert('1:1:1')
    expect(page.engine.store.get('1:1:1').text).toBe('5')
    page.engine.editing.clear('1:1:1')
    page.engine.editing.answerWithout('2:1:2', 'not_applicable')
    await page.pass(1000)
    expect(page.engine.store.get('2:1:2').answer).toEqual({
      value: null,
      is_not_applicable: true,
      is_not_available: false
    })
    expect(page.engine.$status.get().counts.answered_count).toBe(1)
    page.engine.editing.answerWithout('2:1:2', 'not_applicable')
    await page.pass(1000)
    expect(page.engine.$status.get()).toMatchObject({ unsaved: 0, counts: { answered_count: 0 } })
  })
})
