// The builder on an API with the specification's operations alone: it reads and changes a questionnaire part by part. The commit chooses in which ways the
// additions are refused; `npm run test:long -- screens` goes through all of them.

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { reloadStructure } from '#browser/questionnaire-builder/builder.ts'
import { closeEdits } from '#browser/questionnaire-builder/edits.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { updateQuestion } from '#contract/questions.ts'
import { press, type } from '#tests/support/account-screens.ts'
import { buildingScreen, clickOn, write } from '#tests/support/builder-screen.ts'
import { useIsland } from '#tests/support/island.tsx'
import { partInTurn } from '#tests/support/rotation.ts'
import { useServer } from '#tests/support/server.ts'
import { refusals, withoutAdditions, type Refusal } from '#tests/support/without-additions.ts'

const server = useServer()
let refusal: Refusal = '404'
const island = useIsland(server, {
  fetch: (input, init) => withoutAdditions(server.fetch, refusals[refusal])(input, init)
})
const { open, saved } = buildingScreen(server, island)

const addLast = () => act(async () => screen.getAllByRole('button', { name: 'Add' }).at(-1)!.click())
const sectionNames = ({ sections }: Structure) => sections.map(section => section.section_name)
const questionTexts = ({ sections, questions }: Structure) =>
  sections[0]!.sub_sections[0]!.memberships.map(
    ({ question_id }) => questions.find(one => one.question_id === question_id)?.question_text
  )
const expectNoFailure = () => expect($toasts.get().filter(({ status }) => status === 'error')).toEqual([])

describe.each(partInTurn(Object.keys(refusals) as Refusal[], 2, 'refusals in the builder'))('%s', kind => {
  test('sections, sub-sections and questions are added and changed', async () => {
    refusal = kind
    const { id } = await open()
    await press('Add section')
    await type('Name of the new section', 'Falls')
    await press('Add')
    expect(await screen.findByRole('heading', { name: 'Falls', level: 1 })).toBeTruthy()
    await press('Done')
    await clickOn('button', { name: 'Add sub-section' })
    await type('Name of the new sub-section', 'On the ward')
    await addLast()
    await screen.findAllByRole('heading', { name: 'On the ward', level: 2 })
    await clickOn('button', { name: 'Add question' })
    await type('Name of the new question', 'How many falls?')
    await addLast()
    await write('Wording', 'How many falls in all?')
    await saved(id, ({ questions }) =>
      expect(questions.at(-1)).toMatchObject({ question_text: 'How many falls in all?' })
    )
    await clickOn('checkbox', { name: 'Required to complete the section' })
    await saved(id, ({ sections }) =>
      expect(sections.at(-1)?.sub_sections[0]?.memberships[0]?.is_required).toBe(true)
    )
    expectNoFailure()
    closeEdits()
  })

  test('what needs the whole of a questionnaire is not offered', async () => {
    refusal = kind
    const { name } = await open()
    await screen.findByRole('option', { name })
    expect(screen.queryByRole('button', { name: 'New questionnaire' })).toBeNull()
    await press('Questionnaire settings')
    expect(await screen.findByRole('button', { name: 'Download workbook' })).toBeTruthy()
    expect(screen.queryByText('Asked in')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Retire this questionnaire' })).toBeNull()
    await press(/^Beds Whole number/)
    await screen.findByLabelText('Wording')
    expect(screen.queryByRole('button', { name: 'Remove from this place' })).toBeNull()
    expectNoFailure()
  })
})

test('sections and questions are put in another order one by one, and undo moves a section back', async () => {
  const { id } = await open()
  const entry = await screen.findByRole('button', { name: /^Staff 0 questions/ })
  await act(async () => void fireEvent.keyDown(entry, { key: 'ArrowUp', altKey: true }))
  await saved(id, structure => expect(sectionNames(structure)).toEqual(['Staff', 'Capacity']))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', false))
  await press('Undo')
  await saved(id, structure => expect(sectionNames(structure)).toEqual(['Capacity', 'Staff']))
  const last = (await screen.findByRole('button', { name: /^Why closed/ })).closest('li')!
  await act(async () => void fireEvent.keyDown(last, { key: 'ArrowUp', altKey: true }))
  await saved(id, structure =>
    expect(questionTexts(structure)).toEqual(['Beds', 'Why closed?', 'Beds in use'])
  )
  expectNoFailure()
})

test('a retired question comes back by undo', async () => {
  const { id } = await open()
  const isAsked = (isActive: boolean) =>
    saved(id, ({ questions }) =>
      expect(questions.find(one => one.question_text === 'Beds')?.is_active).toBe(isActive)
    )
  await press(/^Beds Whole number/)
  await screen.findByLabelText('Wording')
  await press('Retire this question')
  await isAsked(false)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Beds Whole number/ })).toBeNull())
  await press('Undo')
  await isAsked(true)
  expect(await screen.findByRole('button', { name: /^Beds Whole number/ })).toBeTruthy()
})

test('a question that was retired on an earlier visit is listed, and restored to its place', async () => {
  const { id, structure } = await open()
  const { question_id } = structure.questions.find(one => one.question_text === 'Beds in use')!
  const set = async (is_active: boolean) =>
    server.call(
      updateQuestion,
      { params: { id: question_id }, body: { is_active } },
      await server.tokenOf('admin')
    )
  expect((await set(false)).status).toBe(200)
  await act(reloadStructure)
  expect(screen.queryByRole('button', { name: /^Beds in use Whole number/ })).toBeNull()
  await press(/^Retired/)
  await press('Restore Beds in use')
  await saved(id, ({ questions }) =>
    expect(questions.find(one => one.question_id === question_id)?.is_active).toBe(true)
  )
  expect(await screen.findByRole('button', { name: /^Beds in use Whole number/ })).toBeTruthy()
  expectNoFailure()
})
