// Questions, the preview and new questionnaires in the builder, against the real server.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createQuestionMembership } from '#contract/question-memberships.ts'
import { heads } from '#domain/questionnaires/structure-file/columns.ts'
import { writeXlsx } from '#lib/xlsx/write.ts'
import { press, type } from '#tests/support/account-screens.ts'
import { buildingScreen, BUILDER_PAGE, clickOn, leave, write } from '#tests/support/builder-screen.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const { start } = island
const { admin, read, list, open, saved, failCalls, mendCalls } = buildingScreen(server, island)

describe('questions', () => {
  const openQuestion = async (name: RegExp) => {
    const opened = await open()
    await press(name)
    await screen.findByLabelText('Wording')
    return opened
  }

  test('a formula is completed by name, and stored by id', async () => {
    const { id, structure } = await openQuestion(/^Why closed/)
    const [beds, used] = structure.questions
    const field = screen.getByLabelText<HTMLTextAreaElement>('Show only if')
    const typeFormula = (value: string) =>
      act(async () => {
        fireEvent.change(field, { target: { value, selectionStart: value.length } })
      })
    await typeFormula('be')
    const options = () => screen.getAllByRole('option').map(option => option.textContent)
    expect(options()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Beds/), expect.stringMatching(/^Beds in use/)])
    )
    await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }))
    expect(field.value).toBe('[Beds]')
    await typeFormula('[Beds] > [Beds in use]')
    await leave('Show only if')
    await saved(id, ({ questions }) =>
      expect(questions[2]?.visible_if).toBe(`q${beds!.question_id} > q${used!.question_id}`)
    )
    await waitFor(() => expect(field.value).toBe('[Beds] > [Beds in use]'))
  })

  test('a formula that cannot be is explained, kept, and the old one holds', async () => {
    const { id } = await openQuestion(/^Why closed/)
    await write('Show only if', '[Beds] > plan')
    expect(screen.getByText('“plan” is not a known name.')).toBeTruthy()
    expect(screen.getByText('The previous formula applies until this one is saved.')).toBeTruthy()
    expect((await read(id)).questions[2]?.visible_if).toBeNull()
    await write('Show only if', '[Why closed?] = 1')
    expect(
      await screen.findByText(/not a question or an option of this section|is this question itself/)
    ).toBeTruthy()
  })

  test('options are reworded and added', async () => {
    const { id } = await openQuestion(/^Why closed/)
    await write('Option 1', 'No staff')
    await saved(id, ({ questions }) => expect(questions[2]?.option_list[0]?.option_name).toBe('No staff'))
    await press('Add an option')
    await write('Option 3', 'Flood')
    await saved(id, ({ questions }) =>
      expect(questions[2]?.option_list.map(one => one.option_name)).toEqual(['No staff', 'Works', 'Flood'])
    )
  })

  test('a type that needs options asks for them first', async () => {
    const { id } = await openQuestion(/^Beds in use/)
    await press('Choice')
    expect((await read(id)).questions[1]?.question_type).toBe('integer')
    await press('Change the type')
    expect(screen.getByText('Enter at least one option.')).toBeTruthy()
    await type('Options, one per line', 'Some\nNone')
    await press('Change the type')
    await saved(id, ({ questions }) =>
      expect(questions[1]).toMatchObject({
        question_type: 'single_choice',
        option_list: [{ option_name: 'Some' }, { option_name: 'None' }]
      })
    )
  })

  test('a type is a button, and its kind is chosen below it', async () => {
    const { id } = await openQuestion(/^Beds in use/)
    await press('Date')
    await saved(id, ({ questions }) => expect(questions[1]?.question_type).toBe('date'))
    expect(screen.queryByLabelText(/^Kind of /)).toBeNull()
    await press('Number')
    await saved(id, ({ questions }) => expect(questions[1]?.question_type).toBe('integer'))
    await type('Kind of number', 'percentage')
    await saved(id, ({ questions }) => expect(questions[1]?.question_type).toBe('percentage'))
    expect(screen.getByRole('button', { name: 'Number' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('what answers forbid is said beside what is disabled', async () => {
    const answered = await read((await list()).find(one => one.question_count > 20)!.questionnaire_id)
    const question = answered.questions.find(one => one.answer_count > 0 && one.submission_count > 1)!
    const membership = answered.sections
      .flatMap(section => section.sub_sections)
      .flatMap(one => one.memberships)
      .find(one => one.question_id === question.question_id)!
    await start(
      `${BUILDER_PAGE}&questionnaire=${answered.questionnaire.questionnaire_id}&part=membership-${membership.membership_id}`,
      'admin'
    )
    const types = within(await screen.findByRole('group', { name: 'Type' })).getAllByRole('button')
    expect(types.map(one => [one.textContent, (one as HTMLButtonElement).disabled])).toEqual(
      ['Number', 'Choice', 'Text', 'Date'].map(name => [name, true])
    )
    expect(screen.getByLabelText(/^Kind of /)).toHaveProperty('disabled', true)
    expect(
      screen.getByText(new RegExp(`^${question.submission_count} submissions have answered this`))
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remove from this place' })).toHaveProperty('disabled', true)
    expect(screen.getByText(/Retire the question instead\.$/)).toBeTruthy()
  })

  test('limits that contradict each other come back to their field', async () => {
    const { id } = await openQuestion(/^Beds in use/)
    await write('Highest possible', '10')
    await saved(id, ({ questions }) => expect(questions[1]?.max_value).toBe(10))
    await write('Lowest possible', '20')
    expect(screen.getByText('Lowest possible must be no more than 10.')).toBeTruthy()
    await write('Check change over %', '-5')
    expect(screen.getByText('Check change over % must be at least 0.')).toBeTruthy()
    await write('Lowest possible', 'few')
    expect(screen.getByText('Enter a number.')).toBeTruthy()
  })

  test('a question of the project is found and placed', async () => {
    const { id } = await open({
      questions: [],
      sections: [
        { section_name: 'S', sub_sections: [{ sub_section_name: 'L', rows: [], columns: [], cells: [] }] }
      ]
    })
    await press('Use an existing question')
    await type('Find a question', 'Vacant WTE')
    await clickOn('button', { name: /^Vacant WTE/ })
    await saved(id, ({ questions }) =>
      expect(questions.map(one => one.question_text)).toEqual(['Vacant WTE'])
    )
  })
})

describe('preview', () => {
  test('is the form that respondents get, and keeps nothing', async () => {
    const { id } = await open()
    await press('Preview as respondent')
    const dialog = await screen.findByRole('dialog', { name: /^Preview: Built/ })
    expect(await within(dialog).findByText(/Nothing you enter here is saved/)).toBeTruthy()
    const field = await within(dialog).findByRole('textbox', { name: /^Beds$/ })
    await act(async () => void fireEvent.input(field, { target: { value: '5' } }))
    expect((await read(id)).sections[0]?.answer_count).toBe(0)
  })
})

describe('a new questionnaire', () => {
  const openDialog = async () => {
    await open()
    await press('New questionnaire')
    return screen.findByRole('dialog', { name: 'New questionnaire' })
  }
  const fill = (label: string, value: string) =>
    act(async () => {
      const dialog = within(screen.getByRole('dialog', { name: 'New questionnaire' }))
      fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    })
  const named = async (name: string) => (await list()).find(one => one.questionnaire_name === name)

  test('is made from nothing; a name that is taken comes back to its field', async () => {
    await openDialog()
    await fill('Name', 'Skill mix and absence')
    await press('Create questionnaire')
    expect(await screen.findByText(/^Name is the name of another questionnaire/)).toBeTruthy()
    await fill('Name', 'Made from nothing')
    await press('Create questionnaire')
    await waitFor(async () => expect(await named('Made from nothing')).toBeTruthy())
    expect(await screen.findByText('This questionnaire has no sections')).toBeTruthy()
  })

  test('is a copy with questions of its own', async () => {
    const { id } = await open()
    await server.call(
      createQuestionMembership,
      {
        body: {
          sub_section_id: (await read(id)).sections[0]!.sub_sections[0]!.sub_section_id,
          question_id: (await read(id)).questions[0]!.question_id,
          is_required: true
        }
      },
      await admin()
    )
    await press('New questionnaire')
    await screen.findByRole('dialog', { name: 'New questionnaire' })
    await act(async () => screen.getByLabelText('A copy').click())
    await fill('Questionnaire', String(id))
    await fill('Name', 'The copy')
    await press('Create questionnaire')
    await waitFor(async () => expect(await named('The copy')).toBeTruthy())
    const copy = await read((await named('The copy'))!.questionnaire_id)
    expect(copy.questions.map(one => one.question_text)).toEqual(['Beds', 'Beds in use', 'Why closed?'])
    expect(copy.questions[0]?.question_id).not.toBe((await read(id)).questions[0]?.question_id)
    expect(copy.sections[0]?.sub_sections[0]?.memberships[0]?.is_required).toBe(true)
  })

  const workbook = (type_: string) => {
    const used = ['section', 'question', 'type'] as const
    const bytes = writeXlsx([
      {
        name: 'Questions',
        rows: [
          { cells: used.map(head => ({ value: heads[head] })) },
          { cells: ['Falls', 'How many falls?', type_].map(value => ({ value })) }
        ]
      }
    ])
    return new File([bytes], 'falls.xlsx')
  }
  const choose = (file: File) =>
    act(async () => void fireEvent.change(screen.getByLabelText('Workbook'), { target: { files: [file] } }))

  test('comes from a workbook; what is wrong in it is said with its cell, and nothing is made', async () => {
    await openDialog()
    await act(async () => screen.getByLabelText('A workbook').click())
    await choose(workbook('Nummer'))
    expect(await screen.findByText('Questions C2:')).toBeTruthy()
    expect(screen.getByText(/^There is 1 error in the file/)).toBeTruthy()
    await fill('Name', 'From a workbook')
    expect(screen.getByRole('button', { name: 'Create questionnaire' })).toHaveProperty('disabled', true)
    await choose(workbook('Whole number'))
    expect(await screen.findByText('Found 1 question in 1 section.')).toBeTruthy()
    await press('Create questionnaire')
    await waitFor(async () => expect(await named('From a workbook')).toMatchObject({ question_count: 1 }))
  })
})

test('a load that fails says so and tries again', async () => {
  const { id, name } = await open()
  failCalls()
  await act(async () => history.pushState(null, '', `${BUILDER_PAGE}&questionnaire=${id + 999_999}`))
  expect(await screen.findByText('This questionnaire could not be loaded')).toBeTruthy()
  mendCalls()
  await act(async () => history.pushState(null, '', `${BUILDER_PAGE}&questionnaire=${id}`))
  expect(await screen.findByRole('option', { name })).toBeTruthy()
})
