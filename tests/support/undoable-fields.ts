// A questionnaire in which one admin changes every field and another has changed it since.

import type * as v from 'valibot'
import { changeWithUndo } from '#browser/questionnaire-builder/changes.ts'
import { partAt, type PartKind, type PartRef } from '#browser/questionnaire-builder/parts.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import {
  updateSection,
  updateSubSection,
  updateSubSectionColumn,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { updateStructure, type createStructure, type Structure } from '#contract/questionnaire-structures.ts'
import { updateQuestion } from '#contract/questions.ts'
import type { Result } from '#lib/result.ts'
import type { TestServer } from './server.ts'

type BuiltPeriod = Structure['questionnaire']['periods'][number]

export const undoneStructure: InputOf<typeof createStructure>['body']['structure'] = {
  questions: [
    { number: 1, question_text: 'Beds', question_type: 'integer' },
    { number: 2, question_text: 'Free beds', question_type: 'calculated', expression: 'q1 - 1' },
    { number: 3, question_text: 'Why?', question_type: 'single_choice', option_names: ['Staff', 'Works'] },
    { number: 4, question_text: 'Remarks', question_type: 'text' }
  ],
  sections: [
    {
      section_name: 'First',
      sub_sections: [
        {
          sub_section_name: 'Count',
          rows: [],
          columns: [],
          cells: [1, 2, 3, 4].map(question => ({ question, row: 0, column: 0, is_required: false }))
        },
        { sub_section_name: 'Empty', layout: 'grid', rows: [], columns: [], cells: [] },
        {
          sub_section_name: 'Grid',
          layout: 'grid',
          rows: [
            { number: 1, row_name: 'Day' },
            { number: 2, row_name: 'Night' }
          ],
          columns: [
            { number: 3, column_name: 'Band 5' },
            { number: 4, column_name: 'Band 6' }
          ],
          cells: []
        }
      ]
    },
    { section_name: 'Second', sub_sections: [] }
  ]
}

/** A change of the author's own, and one by a colleague that undoing it would overwrite. */
export interface UndoableCase {
  name: string
  mine: (structure: Structure) => Promise<Result<unknown>>
  theirs: (structure: Structure) => Promise<{ status: number }>
}

export const undoneParts = (now: Structure) => {
  const [count, empty, grid] = now.sections[0]!.sub_sections
  return { first: now.sections[0]!, count: count!, empty: empty!, grid: grid! }
}

const updates = {
  questionnaire: updateStructure,
  section: updateSection,
  sub_section: updateSubSection,
  row: updateSubSectionRow,
  column: updateSubSectionColumn,
  question: updateQuestion
} satisfies Partial<Record<PartKind, Endpoint>>
type UpdatedKind = keyof typeof updates

/** Each field that an update takes: two values, and of a question or a sub-section the one that can have it. */
const samples: Record<
  string,
  { values: (now: Structure, scopes: readonly number[]) => [unknown, unknown]; at?: string }
> = {
  questionnaire_name: { values: () => ['Mine', 'Theirs'] },
  scope_ids: { values: (_, scopes) => [[scopes[0]], [scopes[1]]] },
  periods: {
    values: now => {
      const period = withoutCount(now.questionnaire.periods[0]!)
      const opening = (opens_at: string) => [{ ...period, opens_at }]
      return [opening('2026-01-02T00:00:00.000Z'), opening('2026-01-03T00:00:00.000Z')]
    }
  },
  section_name: { values: () => ['Mine', 'Theirs'] },
  guidance_html: { values: () => ['<p>Mine</p>', '<p>Theirs</p>'] },
  sub_section_name: { values: () => ['Mine', 'Theirs'] },
  layout: { values: () => ['list', 'grid'], at: 'Empty' },
  is_repeating: { values: () => [true, false], at: 'Empty' },
  show_row_totals: { values: () => [true, false], at: 'Grid' },
  show_column_totals: { values: () => [true, false], at: 'Grid' },
  row_name: { values: () => ['Mine', 'Theirs'] },
  column_name: { values: () => ['Mine', 'Theirs'] },
  is_active: { values: () => [false, true], at: 'Remarks' },
  question_text: { values: () => ['Mine', 'Theirs'] },
  question_type: { values: () => ['decimal', 'text'] },
  option_list: {
    values: now => {
      const { option_list } = now.questions.find(one => one.question_text === 'Why?')!
      return [
        [...option_list, { option_name: 'Mine' }],
        [...option_list, { option_name: 'Theirs' }]
      ]
    },
    at: 'Why?'
  },
  help_text: { values: () => ['Mine', 'Theirs'] },
  unit: { values: () => ['beds', 'places'] },
  decimal_places: { values: () => [1, 2] },
  min_value: { values: () => [1, 2] },
  max_value: { values: () => [1, 2] },
  warn_min: { values: () => [1, 2] },
  warn_max: { values: () => [1, 2] },
  warn_change_percent: { values: () => [1, 2] },
  max_length: { values: () => [10, 20], at: 'Remarks' },
  expression: {
    values: now => {
      const beds = now.questions.find(one => one.question_text === 'Beds')!.question_id
      return [`q${beds} + 1`, `q${beds} + 2`]
    },
    at: 'Free beds'
  },
  visible_if: {
    values: now => {
      const beds = now.questions.find(one => one.question_text === 'Beds')!.question_id
      return [`q${beds} > 1`, `q${beds} > 2`]
    },
    at: 'Remarks'
  }
}

/** The part of a kind that can have a field. */
function partWith(now: Structure, kind: UpdatedKind, at: string | undefined): PartRef {
  const { first, count, grid } = undoneParts(now)
  const ids: Record<UpdatedKind, number> = {
    questionnaire: now.questionnaire.questionnaire_id,
    section: first.section_id,
    sub_section: (first.sub_sections.find(one => one.sub_section_name === at) ?? count).sub_section_id,
    row: grid.rows[0]!.row_id,
    column: grid.columns[0]!.column_id,
    question: (now.questions.find(one => one.question_text === at) ?? now.questions[0]!).question_id
  }
  return { kind, id: ids[kind] }
}

/** Options are added by name and then read in the list, and parts are put in order all at once. */
const isNoField = (name: string): boolean => ['version', 'option_names', 'display_order'].includes(name)

/** A case for each field of each kind of part. */
export function undoableFields(server: TestServer, scopes: () => readonly number[]): UndoableCase[] {
  return Object.entries(updates).flatMap(([kind, endpoint]) => {
    const { entries } = endpoint.body as v.ObjectSchema<v.ObjectEntries, undefined>
    return Object.keys(entries)
      .filter(name => !isNoField(name))
      .map((field): UndoableCase => {
        const place = (now: Structure) => partWith(now, kind as UpdatedKind, samples[field]?.at)
        const valuesOf = (now: Structure) => samples[field]!.values(now, scopes())
        return {
          name: `${kind} ${field}`,
          mine: now => {
            const part = place(now)
            const before = { ...partAt(now, part) } as Record<string, unknown>
            const old = field === 'periods' ? now.questionnaire.periods.map(withoutCount) : before[field]
            return changeWithUndo(part, { [field]: valuesOf(now)[0] }, { [field]: old }, 'changed')
          },
          theirs: async now => {
            const body = { [field]: valuesOf(now)[1] }
            const params = { id: place(now).id }
            return server.call(
              endpoint as typeof updateSection,
              { params, body },
              await server.tokenOf('admin')
            )
          }
        }
      })
  })
}

const withoutCount = ({ answer_count: _count, ...period }: BuiltPeriod) => period
