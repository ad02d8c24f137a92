// Parts are added and changes are undone before what was done earlier is saved: each has its turn, and none is taken for another person's.

import { setTimeout as pause } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CHANGED_SINCE } from '#browser/editing/undo-history.ts'
import {
  addQuestion,
  addSection,
  addSubSection,
  changeWithUndo,
  orderParts
} from '#browser/questionnaire-builder/changes.ts'
import { questionnaireHistory, untilAllSent } from '#browser/questionnaire-builder/guarded-change.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { createSubSection } from '#contract/questionnaire-builder.ts'
import { orderStructure } from '#contract/questionnaire-structures.ts'
import { press, type, valueOf } from '#tests/support/account-screens.ts'
import { SLOW_REPLY_MS, slowBuildingScreen } from '#tests/support/builder-screen.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { admin, open, read, saved, meanwhile } = slowBuildingScreen(server)

test('a section and a question are added, and each order is changed at once', async () => {
  const { id, structure } = await open()
  const { project_id } = structure.questionnaire
  const [first, second] = structure.sections
  const within = first!.sub_sections[0]!.sub_section_id
  const toFront = (ids: readonly number[]) => [...ids.slice(-1), ...ids.slice(0, -1)]
  const results = await act(() =>
    Promise.all([
      addSection(id, 'Money'),
      orderParts({ part: 'section', within: id }, toFront),
      addQuestion(
        { project_id, question_text: 'Cots', question_type: 'integer' },
        { sub_section_id: within, row_id: 0, column_id: 0 }
      ),
      orderParts({ part: 'membership', within }, toFront)
    ])
  )
  expect(results.filter(one => !one.ok)).toEqual([])
  const { sections, questions } = await read(id)
  expect(sections.map(one => one.section_name)).toEqual(['Money', first?.section_name, second?.section_name])
  const [asked] = sections[1]!.sub_sections[0]!.memberships
  expect(questions.find(one => one.question_id === asked?.question_id)?.question_text).toBe('Cots')
})

test('an order that waits for an addition is refused if a colleague has changed it meanwhile', async () => {
  const { id, structure } = await open()
  const order = structure.sections.map(one => one.section_id).toReversed()
  meanwhile.beforeReply = async () => {
    const { version } = (await read(id)).questionnaire
    const [added] = (await read(id)).sections.slice(-1)
    const part = 'section' as const
    const body = { part, within: id, version, order: [...order, added!.section_id] }
    const colleague = await server.call(orderStructure, { params: { id }, body }, await admin())
    expect(colleague.status).toBe(200)
  }
  const [added, ordered] = await act(() =>
    Promise.all([
      addSection(id, 'Money'),
      orderParts({ part: 'section', within: id }, ids => ids.toReversed())
    ])
  )
  expect([added.ok, ordered]).toMatchObject([true, { ok: false, error: CHANGED_SINCE }])
})

test('undo waits for what is being saved, and takes that back', async () => {
  const { id, structure } = await open()
  const part = { kind: 'section', id: structure.sections[0]!.section_id } as const
  const rename = (section_name: string, back: string) =>
    changeWithUndo(part, { section_name }, { section_name: back }, `renamed to ${section_name}`)
  await act(() =>
    Promise.all([rename('Once', 'Capacity'), rename('Twice', 'Once'), questionnaireHistory.undo()])
  )
  expect((await read(id)).sections[0]?.section_name).toBe('Once')
  expect($toasts.get()).toMatchObject([{ text: 'Undone: renamed to Twice.' }])
})

test('a section to which an own part was added meanwhile is retired, unless a colleague adds one too', async () => {
  const { id, structure } = await open()
  const { section_id } = structure.sections[1]!
  const part = { kind: 'section', id: section_id } as const
  const retire = () => changeWithUndo(part, { is_active: false }, { is_active: true }, 'retired')
  const add = (sub_section_name: string) => addSubSection({ section_id, sub_section_name })
  meanwhile.beforeReply = async () => {
    const body = { section_id, sub_section_name: 'Theirs' }
    await server.call(createSubSection, { body }, await admin())
  }
  const first = await act(() => Promise.all([add('Mine'), retire()]))
  expect(first).toMatchObject([{ ok: true }, { ok: false, error: CHANGED_SINCE }])
  const second = await act(() => Promise.all([add('Mine too'), retire()]))
  expect(second).toMatchObject([{ ok: true }, { ok: true }])
  expect((await read(id)).sections[1]?.is_active).toBe(false)
})

test('sections added one after the other from one field are undone one by one', async () => {
  const { id } = await open()
  const names = async () =>
    (await read(id)).sections.filter(one => one.is_active).map(one => one.section_name)
  await press('Add section')
  const label = 'Name of the new section'
  for (const name of ['Money', 'Time']) {
    await type(label, name)
    const field = screen.getByLabelText(label)
    act(() => field.focus())
    await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }))
    await saved(id, ({ sections }) => expect(sections.at(-1)?.section_name).toBe(name))
    await act(() => untilAllSent())
  }
  expect(await names()).toEqual(['Capacity', 'Staff', 'Money', 'Time'])
  await act(() => questionnaireHistory.undo())
  expect(await names()).toEqual(['Capacity', 'Staff', 'Money'])
  await act(() => questionnaireHistory.undo())
  expect(await names()).toEqual(['Capacity', 'Staff'])
})

test('what is changed after undo was pressed stays', async () => {
  const { id, structure } = await open()
  const part = { kind: 'section', id: structure.sections[0]!.section_id } as const
  const rename = (section_name: string) =>
    changeWithUndo(part, { section_name }, { section_name: 'Capacity' }, `renamed to ${section_name}`)
  const [first, , last] = await act(() =>
    Promise.all([rename('Once'), questionnaireHistory.undo(), rename('Twice')])
  )
  expect([first, last]).toMatchObject([{ ok: true }, { ok: true }])
  expect((await read(id)).sections[0]?.section_name).toBe('Twice')
})

test('whoever waits for what is being saved learns whether all of it was', async () => {
  const { id, structure } = await open()
  const part = { kind: 'section', id: structure.sections[0]!.section_id } as const
  const rename = (section_name: string) =>
    changeWithUndo(part, { section_name }, { section_name: 'Capacity' }, 'renamed')
  void rename('').catch(() => {})
  void rename('Once').catch(() => {})
  expect(await act(() => untilAllSent())).toBe(false)
  expect(await untilAllSent()).toBe(true)
  void addSection(id, 'Money').catch(() => {})
  expect(await act(() => untilAllSent())).toBe(true)
  await waitFor(async () => expect((await read(id)).sections).toHaveLength(3))
})

test('what is typed and selected while a section is being added stays', async () => {
  const { id } = await open()
  await press('Add section')
  const label = 'Name of the new section'
  await type(label, 'Money')
  await press('Add')
  await type(label, 'Time')
  await press(/^Beds in use/)
  await saved(id, ({ sections }) => expect(sections.at(-1)?.section_name).toBe('Money'))
  await act(() => untilAllSent())
  await pause(SLOW_REPLY_MS)
  expect(valueOf(label)).toBe('Time')
  expect(valueOf('Wording')).toBe('Beds in use')
  await press('Add')
  await screen.findByLabelText('Name')
  await waitFor(() => expect(valueOf(label)).toBe(''))
})
