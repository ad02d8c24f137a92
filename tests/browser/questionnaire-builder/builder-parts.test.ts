// Moving parts of a questionnaire, and what answers forbid.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  whatRetiringKeeps,
  whyFixed,
  whyPlacementFixed,
  whyLayoutFixed,
  whyNoList,
  whyRowsFixed
} from '#browser/questionnaire-builder/panel/why-fixed.ts'
import {
  cellsOfSection,
  moveEntry,
  orderWithHidden,
  partKey,
  partOfKey
} from '#browser/questionnaire-builder/parts.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'

describe('moving', () => {
  test('an entry goes where it is dropped and the others keep their order', () => {
    expect(moveEntry([1, 2, 3, 4], 0, 2)).toEqual([2, 3, 1, 4])
    expect(moveEntry([1, 2, 3, 4], 3, 0)).toEqual([4, 1, 2, 3])
    expect(moveEntry([1, 2], 0, 9)).toEqual([2, 1])
    expect(moveEntry([1, 2], 5, 0)).toEqual([1, 2])
  })

  test('whatever is moved, nothing is lost, and what is hidden keeps its place', () => {
    const list = fc.uniqueArray(fc.nat(), { maxLength: 12 })
    fc.assert(
      fc.property(
        list,
        fc.nat(20),
        fc.integer({ min: -3, max: 20 }),
        fc.func(fc.boolean()),
        (all, from, to, isHidden) => {
          const shown = all.filter(id => !isHidden(id))
          const order = orderWithHidden(all, moveEntry(shown, from, to))
          expect(new Set(order)).toEqual(new Set(all))
          expect(order.filter(id => shown.includes(id))).toEqual(moveEntry(shown, from, to))
          for (const [index, id] of all.entries()) if (!shown.includes(id)) expect(order[index]).toBe(id)
        }
      )
    )
  })
})

test('a part is named in the address and found again', () => {
  expect(partOfKey(partKey({ kind: 'sub_section', id: 12 }))).toEqual({ kind: 'sub_section', id: 12 })
  for (const text of ['', 'row', 'row-', 'row-x', 'planet-3', null]) expect(partOfKey(text)).toBeNull()
})

test('says what existing answers prevent, only if there are any', () => {
  expect(whyFixed({ answer_count: 0, submission_count: 0 })).toBeNull()
  expect(whyFixed({ answer_count: 9, submission_count: 1 })).toContain('1 submission has answered this')
  expect(whyFixed({ answer_count: 900, submission_count: 118 })).toContain(
    '118 submissions have answered this'
  )
  expect(whyLayoutFixed({ memberships: [] })).toBeNull()
  const part = { display_order: 1, version: 1, answer_count: 0 }
  const row = { row_id: 1, row_name: 'Row', ...part }
  const subSection = { memberships: [], rows: [{ ...row, is_active: false }], columns: [] }
  expect([whyRowsFixed(subSection), whyNoList(subSection)]).toEqual([null, null])
  const inUse = { ...subSection, rows: [{ ...row, is_active: true }] }
  expect([whyRowsFixed(inUse), whyNoList(inUse)]).toEqual([
    'Retire the rows first: respondents add their own.',
    'Retire the rows and columns first: a list has none.'
  ])
  expect(whatRetiringKeeps(0)).toContain('There are no answers here')
  expect(whatRetiringKeeps(1)).toContain('1 answer stays stored')
  expect(whatRetiringKeeps(24)).toContain('24 answers stay stored')
  expect(whyPlacementFixed(0)).toBeNull()
  expect(whyPlacementFixed(3)).toContain('Cannot be removed: 3 answers.')
})

test('formulas cannot name cells of retired rows and columns', () => {
  const part = { display_order: 1, version: 1, answer_count: 0 }
  const axis = (prefix: 'row' | 'column', id: number, is_active: boolean) => ({
    [`${prefix}_id`]: id,
    [`${prefix}_name`]: `${prefix} ${id}`,
    is_active,
    ...part
  })
  const places = [1, 2].flatMap(row_id => [3, 4].map(column_id => ({ question_id: 7, row_id, column_id })))
  const structure = {
    sections: [
      {
        sub_sections: [
          {
            sub_section_name: 'Grid',
            is_active: true,
            rows: [axis('row', 1, true), axis('row', 2, false)],
            columns: [axis('column', 3, true), axis('column', 4, false)],
            memberships: places
          }
        ]
      }
    ],
    questions: [
      { question_id: 7, question_text: 'Beds', question_type: 'integer', is_active: true, unit: '' }
    ]
  } as unknown as Structure
  expect(cellsOfSection(structure, structure.sections[0]!)).toMatchObject([
    { name: 'row 1, column 3', reference: { question_id: 7, row_id: 1, column_id: 3 } },
    { name: 'All of Beds', hint: '1 cell, for sum(…)' }
  ])
})
