// Undo in the questionnaire builder, against the real server: every change that can be undone, alone and, for a third of them as the commit chooses, after a
// colleague has changed the same; for all of them in `npm run test:long -- screens`.

import { beforeEach, describe, expect, test } from 'vitest'
import { storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { CHANGED_SINCE } from '#browser/editing/undo-history.ts'
import { loadStructure, resetBuilder, shownStructure } from '#browser/questionnaire-builder/builder.ts'
import * as changes from '#browser/questionnaire-builder/changes.ts'
import { questionnaireHistory } from '#browser/questionnaire-builder/guarded-change.ts'
import type { PartRef } from '#browser/questionnaire-builder/parts.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { createQuestionMembership, deleteQuestionMemberships } from '#contract/question-memberships.ts'
import {
  createSubSection,
  updateSection,
  updateSubSection,
  updateSubSectionColumn
} from '#contract/questionnaire-builder.ts'
import {
  createStructure,
  getStructure,
  orderStructure,
  type Structure
} from '#contract/questionnaire-structures.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import {
  undoableFields,
  undoneParts,
  undoneStructure,
  type UndoableCase
} from '#tests/support/undoable-fields.ts'

const server = useServer()
const { addColumn, addQuestion, addSection, addSubSection, addSubSectionRow } = changes
const { undo, redo } = questionnaireHistory
const { changeWithUndo, orderParts, placeQuestion, removeFromPlace } = changes

let made = 0
let token = ''
let id = 0

const read = async (): Promise<Structure> => (await server.call(getStructure, { params: { id } }, token)).body

beforeEach(async () => {
  token = await server.tokenOf('admin')
  const project_id = await projectCoded(server, 'ward-staffing')
  const time_period_id = await periodNamed(server, '2026')
  const body = {
    project_id,
    time_period_id,
    questionnaire_name: `Undone ${(made += 1)}`,
    structure: undoneStructure
  }
  id = (await server.call(createStructure, { body }, token)).body.questionnaire_id
  configureTransport({ apiBase: 'http://api.example', onUnauthorised: () => {}, fetch: server.fetch })
  storeToken(token)
  resetBuilder()
  questionnaireHistory.clear()
  $toasts.set([])
  await loadStructure(id)
})

let scopes: number[] = []
beforeEach(async () => {
  const rows = await server.database
    .selectFrom('scopes')
    .select('scope_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', await projectCoded(server, 'ward-staffing'))
    .orderBy('scope_id')
    .execute()
  scopes = rows.map(row => row.scope_id)
})

const rename = (endpoint: Endpoint, partId: number, name: string) =>
  server.call(endpoint as typeof updateSection, { params: { id: partId }, body: { [name]: 'Theirs' } }, token)

const put = (body: InputOf<typeof createQuestionMembership>['body']) =>
  server.call(createQuestionMembership, { body }, token)

const order = (part: 'section' | 'membership', within: number, ids: number[]) =>
  server.call(orderStructure, { params: { id }, body: { part, within, order: ids } }, token)

const beds = (now: Structure) => undoneParts(now).count.memberships[0]!
const bedsCell = (now: Structure) => ({
  sub_section_id: undoneParts(now).count.sub_section_id,
  row_id: 0,
  column_id: 0
})
const membershipIds = (now: Structure) => undoneParts(now).count.memberships.map(one => one.membership_id)
const last = <T>(list: readonly T[]): T => list.at(-1)!

let removed = 0
const otherCases: Record<string, Omit<UndoableCase, 'name'>> = {
  changeWithUndo: {
    mine: now =>
      changeWithUndo(
        { kind: 'membership', id: beds(now).membership_id },
        { is_required: true },
        { is_required: false },
        'changed'
      ),
    theirs: now =>
      put({ ...bedsCell(now), question_id: beds(now).question_id, display_order: 9, is_required: false })
  },
  addSection: {
    mine: () => addSection(id, 'Third'),
    theirs: now =>
      server.call(
        createSubSection,
        { body: { section_id: last(now.sections).section_id, sub_section_name: 'Theirs' } },
        token
      )
  },
  addSubSection: {
    mine: now => addSubSection({ section_id: undoneParts(now).first.section_id, sub_section_name: 'Mine' }),
    theirs: now =>
      rename(updateSubSection, last(undoneParts(now).first.sub_sections).sub_section_id, 'sub_section_name')
  },
  addSubSectionRow: {
    mine: now => addSubSectionRow(undoneParts(now).grid.sub_section_id, 'Evening'),
    theirs: now =>
      put({
        sub_section_id: undoneParts(now).grid.sub_section_id,
        question_id: now.questions[0]!.question_id,
        row_id: last(undoneParts(now).grid.rows).row_id,
        column_id: undoneParts(now).grid.columns[0]!.column_id
      })
  },
  addColumn: {
    mine: now => addColumn(undoneParts(now).grid.sub_section_id, 'Band 7'),
    theirs: now =>
      rename(updateSubSectionColumn, last(undoneParts(now).grid.columns).column_id, 'column_name')
  },
  addQuestion: {
    mine: now =>
      addQuestion(
        { project_id: now.questionnaire.project_id, question_text: 'New', question_type: 'integer' },
        bedsCell(now)
      ),
    theirs: now =>
      put({
        ...bedsCell(now),
        question_id: last(undoneParts(now).count.memberships).question_id,
        is_required: true
      })
  },
  placeQuestion: {
    mine: now =>
      placeQuestion(now.questions[0]!.question_id, {
        sub_section_id: undoneParts(now).grid.sub_section_id,
        row_id: undoneParts(now).grid.rows[0]!.row_id,
        column_id: undoneParts(now).grid.columns[0]!.column_id
      }),
    theirs: now => {
      const { membership_id: _, answer_count: __, ...place } = undoneParts(now).grid.memberships[0]!
      return put({ ...place, sub_section_id: undoneParts(now).grid.sub_section_id, is_required: true })
    }
  },
  removeFromPlace: {
    mine: now => {
      const place = last(undoneParts(now).count.memberships)
      removed = place.question_id
      return removeFromPlace(place, bedsCell(now))
    },
    theirs: now => put({ ...bedsCell(now), question_id: removed, is_required: true })
  },
  orderParts: {
    mine: now =>
      orderParts({ part: 'membership', within: undoneParts(now).count.sub_section_id }, ids =>
        ids.toReversed()
      ),
    theirs: now => {
      const [one, two, ...rest] = membershipIds(now)
      return order('membership', undoneParts(now).count.sub_section_id, [two!, one!, ...rest])
    }
  }
}

const cases: UndoableCase[] = [
  ...undoableFields(server, () => scopes),
  ...Object.entries(otherCases).map(([name, one]) => Object.assign({ name }, one))
]

/** What people see: without versions, places, ids of what is made again, and what was retired. */
const visible = (now: Structure): unknown =>
  JSON.parse(
    JSON.stringify(now, (name, value: unknown) =>
      ['version', 'display_order', 'membership_id', 'option_id'].includes(name)
        ? undefined
        : Array.isArray(value)
          ? value.filter((one: { is_active?: boolean }) => one?.is_active !== false)
          : value
    )
  )

test('every function that changes a questionnaire is here', () => {
  const plain = new Set(['trackSending'])
  const functions = Object.entries(changes).flatMap(([name, one]) => (typeof one === 'function' ? name : []))
  expect(functions.filter(name => !plain.has(name)).toSorted()).toEqual(Object.keys(otherCases).toSorted())
})

const contested = new Set(partInTurn(cases, 3, 'undo'))

describe.each(cases)('$name', one => {
  const { name, mine, theirs } = one
  const change = async () => {
    expect(await mine(shownStructure()!)).toMatchObject({ ok: true })
    expect(questionnaireHistory.$steps.get().done).toHaveLength(1)
  }

  // Redo begins with it, except for a question, which stays in the project.
  test.runIf(process.env['LONG'] || name === 'addQuestion' || !contested.has(one))('is undone', async () => {
    const before = await read()
    await change()
    await undo()
    expect($toasts.get().map(toast => toast.status)).toEqual(['success'])
    const after = visible(await read())
    const isNewQuestion = name === 'addQuestion'
    if (!isNewQuestion) expect(after).toEqual(visible(before))
    expect((await read()).sections.map(({ sub_sections }) => sub_sections[0]?.memberships.length)).toEqual(
      (await read()).sections.map((_, index) => before.sections[index]?.sub_sections[0]?.memberships.length)
    )
  })

  test.runIf(contested.has(one))('is done again by redo, and undone once more', async () => {
    const before = visible(await read())
    await change()
    const after = visible(await read())
    // A question that was added is taken out of its place by undo, and stays in the project.
    for (const expected of name === 'addQuestion' ? [] : [before, after, before]) {
      await (expected === after ? redo() : undo())
      expect(visible(await read())).toEqual(expected)
    }
  })

  test.runIf(contested.has(one))('keeps what a colleague has changed since', async () => {
    await change()
    expect(await theirs(await read())).toMatchObject({ status: 200 })
    const before = await read()
    await undo()
    expect(await read()).toEqual(before)
    expect($toasts.get().map(toast => toast.text)).toEqual([`This could not be undone. ${CHANGED_SINCE}`])
    expect(questionnaireHistory.$steps.get().done).toEqual([])
  })
})

test('a colleague’s change of another field is no conflict, and one’s own changes are undone one after the other', async () => {
  const part: PartRef = { kind: 'section', id: undoneParts(shownStructure()!).first.section_id }
  await changeWithUndo(part, { section_name: 'Once' }, { section_name: 'First' }, 'renamed')
  await changeWithUndo(part, { section_name: 'Twice' }, { section_name: 'Once' }, 'renamed')
  await rename(updateSection, part.id, 'guidance_html')
  await undo()
  expect((await read()).sections[0]).toMatchObject({ section_name: 'Once', guidance_html: 'Theirs' })
  await undo()
  expect((await read()).sections[0]).toMatchObject({ section_name: 'First', guidance_html: 'Theirs' })
})

test('a question that a colleague has removed from its place meanwhile is not removed again', async () => {
  await otherCases['placeQuestion']!.mine(shownStructure()!)
  const { membership_id } = undoneParts(await read()).grid.memberships[0]!
  await server.call(deleteQuestionMemberships, { body: { membership_ids: [membership_id] } }, token)
  await undo()
  expect($toasts.get()[0]).toMatchObject({ status: 'error' })
})
