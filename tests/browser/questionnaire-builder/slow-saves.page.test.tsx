// The next change is made before the last one is saved: on a slow connection, and by people who are quick. Each is saved, and none is taken for another
// person's.

import { setTimeout as pause } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CHANGED_SINCE } from '#browser/editing/undo-history.ts'
import { reloadStructure } from '#browser/questionnaire-builder/builder.ts'
import { $sending, changeWithUndo } from '#browser/questionnaire-builder/changes.ts'
import { $edits, unsavedEdits } from '#browser/questionnaire-builder/edits.ts'
import { questionnaireHistory } from '#browser/questionnaire-builder/guarded-change.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { updateSection } from '#contract/questionnaire-builder.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { updateQuestion } from '#contract/questions.ts'
import { press, type, valueOf } from '#tests/support/account-screens.ts'
import { leave, listed, slowBuildingScreen, write } from '#tests/support/builder-screen.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { admin, open, read, saved, meanwhile } = slowBuildingScreen(server)

async function openPart(name: RegExp) {
  const opened = await open()
  await press(name)
  await screen.findByLabelText('Wording')
  return opened
}

/** Nothing was refused or reported. */
async function expectAllSaved(): Promise<void> {
  await waitFor(() => expect([unsavedEdits($edits.get()), $sending.get()]).toEqual([[], 0]))
  expect($toasts.get()).toEqual([])
  expect(screen.queryByText(/Someone else has changed/)).toBeNull()
}

test('a field is written twice, and another; undo takes all back', async () => {
  const { id } = await openPart(/^Beds in use/)
  await write('Wording', 'Beds A')
  await write('Wording', 'Beds B')
  await write('Unit', 'beds')
  await saved(id, ({ questions }) =>
    expect(questions[1]).toMatchObject({ question_text: 'Beds B', unit: 'beds' })
  )
  await expectAllSaved()
  for (const _ of questionnaireHistory.$steps.get().done) await act(() => questionnaireHistory.undo())
  expect((await read(id)).questions[1]).toMatchObject({ question_text: 'Beds in use', unit: '' })
})

test('a type is chosen, and at once its kind', async () => {
  const { id } = await openPart(/^Beds in use/)
  await press('Date')
  await press('Number')
  await type('Kind of number', 'percentage')
  await saved(id, ({ questions }) => expect(questions[1]?.question_type).toBe('percentage'))
  await expectAllSaved()
})

const optionNames = ({ questions }: Structure) => questions[2]?.option_list.map(one => one.option_name)

test('an option is reworded while another is saved, and one is added', async () => {
  const { id } = await openPart(/^Why closed/)
  await write('Option 1', 'No staff')
  await type('Option 2', 'Building wo')
  await press('Add an option')
  await write('Option 3', 'Flood')
  await saved(id, one => expect(optionNames(one)).toContain('Flood'))
  await pause(400)
  // What is being typed stays.
  expect(valueOf('Option 2')).toBe('Building wo')
  await type('Option 2', 'Building work')
  await leave('Option 2')
  await saved(id, one => expect(optionNames(one)).toEqual(['No staff', 'Building work', 'Flood']))
  await expectAllSaved()
})

test('a list that could not be saved stays with its question; an option without a name is removed', async () => {
  const choice = (number: number, question_text: string, option_names: string[]) =>
    ({ number, question_text, question_type: 'single_choice', option_names }) as const
  const { id } = await open({
    questions: [choice(1, 'Why closed?', ['Staff', 'Works']), choice(2, 'How long?', ['Days', 'Weeks'])],
    sections: [listed('Capacity', [1, 2])]
  })
  await press(/^Why closed/)
  await write('Option 1', 'Works')
  expect(await screen.findByText(/^The list /)).toBeTruthy()
  await press(/^How long/)
  expect([valueOf('Option 1'), valueOf('Option 2')]).toEqual(['Days', 'Weeks'])
  expect(screen.queryByText(/^The list /)).toBeNull()
  await press(/^Why closed/)
  expect([valueOf('Option 1'), valueOf('Option 2')]).toEqual(['Works', 'Works'])
  await write('Option 1', '')
  await saved(id, one => expect(one.questions[0]?.option_list.map(two => two.option_name)).toEqual(['Works']))
  await waitFor(() => expect(screen.queryByLabelText('Option 2')).toBeNull())
  await expectAllSaved()
})

test('Alt and an arrow twice move an entry by two places', async () => {
  const { id } = await open()
  const entry = screen.getByRole('button', { name: /^Beds Whole/ })
  const down = () =>
    act(async () => {
      fireEvent.keyDown(entry, { key: 'ArrowDown', altKey: true })
      fireEvent.keyDown(entry, { key: 'ArrowDown', altKey: true })
    })
  await down()
  await saved(id, ({ sections, questions }) =>
    expect(sections[0]?.sub_sections[0]?.memberships.map(one => one.question_id)).toEqual(
      [questions[1], questions[2], questions[0]].map(one => one?.question_id)
    )
  )
  await expectAllSaved()
})

test('two periods are switched on one after the other', async () => {
  const { id } = await open()
  const off = (await screen.findAllByRole<HTMLInputElement>('checkbox', { name: /^20\d\d$/ }))
    .filter(one => !one.checked)
    .slice(0, 2)
  expect(off).toHaveLength(2)
  await act(async () => off.forEach(one => one.click()))
  await saved(id, ({ questionnaire }) => expect(questionnaire.periods).toHaveLength(3))
  await expectAllSaved()
})

test('a correction of a list that was refused meanwhile is sent', async () => {
  const { id } = await openPart(/^Why closed/)
  await write('Option 1', 'Works')
  await write('Option 1', 'Work')
  await saved(id, one => expect(optionNames(one)).toEqual(['Work', 'Works']))
  await expectAllSaved()
})

test('a list that a colleague has changed since typing began is replaced at the second attempt only', async () => {
  const { id, structure } = await openPart(/^Why closed/)
  await type('Option 1', 'Mine')
  const question = structure.questions[2]!
  const theirs = question.option_list.map((one, at) => ({ ...one, option_name: `Theirs ${at}` }))
  const params = { id: question.question_id }
  await server.call(updateQuestion, { params, body: { option_list: theirs } }, await admin())
  await act(() => reloadStructure())
  await leave('Option 1')
  expect(await screen.findByText(/^Someone else has changed this question/)).toBeTruthy()
  expect(optionNames(await read(id))).toEqual(['Theirs 0', 'Theirs 1'])
  await leave('Option 1')
  await saved(id, one => expect(optionNames(one)).toEqual(['Mine', 'Works']))
  await expectAllSaved()
})

test('what a colleague changes in another part meanwhile is not overwritten either', async () => {
  const { id, structure } = await open()
  const [first, second] = structure.sections
  const rename = (section_id: number, section_name: string) =>
    changeWithUndo(
      { kind: 'section', id: section_id },
      { section_name },
      { section_name: 'Before' },
      'renamed'
    )
  meanwhile.beforeReply = async () => {
    const params = { id: second!.section_id }
    await server.call(updateSection, { params, body: { section_name: 'Theirs' } }, await admin())
  }
  const [one, other] = await act(() =>
    Promise.all([rename(first!.section_id, 'Mine'), rename(second!.section_id, 'Mine too')])
  )
  expect([one.ok, other]).toMatchObject([true, { ok: false, error: CHANGED_SINCE }])
  expect((await read(id)).sections.map(({ section_name }) => section_name)).toEqual(['Mine', 'Theirs'])
})

test('what a colleague changes between two changes is not overwritten by the second', async () => {
  const { id, structure } = await open()
  const section = structure.sections[0]!
  const part = { kind: 'section', id: section.section_id } as const
  const rename = (section_name: string) =>
    changeWithUndo(part, { section_name }, { section_name: section.section_name }, 'renamed')
  meanwhile.beforeReply = async () => {
    await server.call(
      updateSection,
      { params: { id: part.id }, body: { section_name: 'Theirs' } },
      await admin()
    )
  }
  const [first, second] = await act(() => Promise.all([rename('Once'), rename('Twice')]))
  expect(first).toMatchObject({ ok: true })
  expect(second).toMatchObject({ ok: false, error: CHANGED_SINCE })
  expect((await read(id)).sections[0]?.section_name).toBe('Theirs')
})
