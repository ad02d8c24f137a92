// Admins build the parts of a questionnaire, against the real server.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { $edits } from '#browser/questionnaire-builder/edits.ts'
import { updateSection } from '#contract/questionnaire-builder.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { press, type } from '#tests/support/account-screens.ts'
import { buildingScreen, BUILDER_PAGE, clickOn, leave, write } from '#tests/support/builder-screen.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const { start } = island
const { admin, read, open, saved, failCalls, mendCalls } = buildingScreen(server, island)

/** The other version, beside the field. */
const conflict = async (theirs: string) => {
  const words = await screen.findByText(/^Someone else has changed this/)
  return within(words.parentElement!).getByText(theirs)
}

describe('who builds', () => {
  test('admins switch between entering data and questions', async () => {
    await start('/projects/ward-staffing/data-collection', 'admin')
    await clickOn('button', { name: 'Form' })
    expect(await screen.findByRole('navigation', { name: 'Questionnaire' })).toBeTruthy()
    await press('Enter data')
    await waitFor(() => expect(location.search).toBe('?view=entry'))
  })

  test('for others the address leads to the answers', async () => {
    await start(BUILDER_PAGE, 'lead')
    expect(await screen.findByRole('heading', { name: 'Data collection' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Form' })).toBeNull()
  })
})

describe('parts', () => {
  test('a section, a sub-section and a question are added, each is opened, and undo takes back the last', async () => {
    const { id } = await open({ questions: [], sections: [] })
    await press('Add section')
    await type('Name of the new section', 'Falls')
    await press('Add')
    expect(await screen.findByRole('heading', { name: 'Falls', level: 1 })).toBeTruthy()
    await press('Done')
    await clickOn('button', { name: 'Add sub-section' })
    await type('Name of the new sub-section', 'On the ward')
    await act(async () => screen.getAllByRole('button', { name: 'Add' }).at(-1)!.click())
    await screen.findAllByRole('heading', { name: 'On the ward', level: 2 })
    await clickOn('button', { name: 'Add question' })
    await type('Name of the new question', 'How many falls?')
    await act(async () => screen.getAllByRole('button', { name: 'Add' }).at(-1)!.click())
    await screen.findByLabelText('Wording')
    await saved(id, ({ questions }) =>
      expect(questions[0]).toMatchObject({ question_text: 'How many falls?' })
    )
    await press('Undo')
    await saved(id, ({ sections }) => expect(sections[0]?.sub_sections[0]?.memberships).toEqual([]))
  })

  test('a grid takes rows, columns and, in its cells, questions named after their place', async () => {
    const { id } = await open({
      questions: [],
      sections: [
        {
          section_name: 'S',
          sub_sections: [
            {
              sub_section_name: 'Grid',
              layout: 'grid',
              rows: [{ number: 1, row_name: 'Day' }],
              columns: [{ number: 2, column_name: 'Band 5' }],
              cells: []
            }
          ]
        }
      ]
    })
    await press('Add a question at Day, Band 5')
    await saved(id, ({ questions }) => expect(questions[0]?.question_text).toBe('Day, Band 5'))
    await clickOn('button', { name: 'Add row' })
    await type('Name of the new row', 'Night')
    await act(async () => screen.getAllByRole('button', { name: 'Add' }).at(-1)!.click())
    expect(await screen.findByText('1 cell has no question. Respondents see it greyed out.')).toBeTruthy()
    // With a question in it the grid stays a grid.
    expect(screen.queryByRole('button', { name: 'List' })).toBeNull()
  })

  test('by keyboard a section moves up, and undo moves it back', async () => {
    const { id } = await open()
    const names = (structure: Structure) => structure.sections.map(section => section.section_name)
    const entry = screen.getByRole('button', { name: /^Staff 0 questions/ })
    await act(async () => void fireEvent.keyDown(entry, { key: 'ArrowUp', altKey: true }))
    await saved(id, structure => expect(names(structure)).toEqual(['Staff', 'Capacity']))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', false)
    )
    await press('Undo')
    await saved(id, structure => expect(names(structure)).toEqual(['Capacity', 'Staff']))
  })

  test('by mouse a question is dropped where it belongs', async () => {
    const { id, structure } = await open()
    const dataTransfer = { setData: () => {}, effectAllowed: '' }
    const item = (name: RegExp) => screen.getByRole('button', { name }).closest('li')!
    await act(async () => void fireEvent.dragStart(item(/^Why closed/), { dataTransfer }))
    await act(async () => void fireEvent.dragOver(item(/^Beds Whole/), { dataTransfer }))
    await act(async () => void fireEvent.drop(item(/^Beds Whole/), { dataTransfer }))
    const [beds, used, why] = structure.questions.map(question => question.question_id)
    await saved(id, ({ sections }) =>
      expect(sections[0]!.sub_sections[0]!.memberships.map(one => one.question_id)).toEqual([why, beds, used])
    )
  })

  test('a retired question is listed, says what it keeps, and comes back', async () => {
    const { id, structure } = await open()
    const [first] = structure.sections[0]!.sub_sections[0]!.memberships
    await press(/^Beds Whole number/)
    await screen.findByLabelText('Wording')
    expect(screen.getByText(/^There are no answers here/)).toBeTruthy()
    await press('Retire this question')
    await saved(id, ({ questions }) =>
      expect(questions.find(one => one.question_id === first!.question_id)?.is_active).toBe(false)
    )
    await clickOn('button', { name: /^Retired 1/ })
    await press('Restore Beds')
    await saved(id, ({ questions }) => expect(questions.every(one => one.is_active)).toBe(true))
  })

  test('what a formula uses is not retired; what a chart uses is, after a warning', async () => {
    const { id, structure } = await open()
    const used = structure.questions[1]
    const [chart] = await server.database
      .selectFrom('charts')
      .select(['chart_id', 'chart_name'])
      .where('programme_id', '=', 1)
      .execute()
    await server.database
      .insertInto('chart_parameters')
      .values({
        programme_id: 1,
        chart_id: chart!.chart_id,
        parameter_name: 'Beds in use',
        parameter_role: 'value',
        question_id: used!.question_id,
        row_id: 0,
        column_id: 0,
        multiplier: 1,
        factor: 1,
        display_order: 9
      })
      .execute()
    await press(/^Beds in use/)
    await write('Show only if', '[Beds] > 3')
    await saved(id, ({ questions }) => expect(questions[1]?.visible_if).not.toBeNull())

    await press(/^Beds Whole number/)
    await press('Retire this question')
    const warning = await screen.findByText(/^You cannot retire this question because/)
    expect(warning.closest('[role=alert]')?.textContent).toContain('Beds in use')
    expect(screen.queryByRole('button', { name: 'Retire anyway' })).toBeNull()
    await press('Close')
    expect((await read(id)).questions.every(one => one.is_active)).toBe(true)

    await press(/^Beds in use/)
    await press('Retire this question')
    expect((await screen.findByText(/^These charts use this question/)).nextSibling?.textContent).toBe(
      chart!.chart_name
    )
    // It was asked of this question alone.
    await press(/^Beds Whole number/)
    expect(screen.queryByText(/^(These charts use|You cannot retire)/)).toBeNull()
    await press(/^Beds in use/)
    expect(screen.queryByText(/^(These charts use|You cannot retire)/)).toBeNull()
    await press('Retire this question')
    await press('Retire anyway')
    await saved(id, ({ questions }) => expect(questions[1]?.is_active).toBe(false))
  })
})

describe('fields', () => {
  const openSection = async () => {
    const opened = await open()
    await press('Section settings')
    await screen.findByLabelText('Name')
    return opened
  }

  test('what is typed is saved when the field is left, and Escape gives it up', async () => {
    const { id } = await openSection()
    await write('Name', 'Beds and more')
    await saved(id, ({ sections }) => expect(sections[0]?.section_name).toBe('Beds and more'))
    expect(await screen.findByText(/^Saved at/)).toBeTruthy()
    await type('Name', 'Never')
    await act(async () => void fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' }))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Beds and more')
  })

  test('what could not be saved stays, says why, survives another choice, and is tried again', async () => {
    const { id } = await openSection()
    failCalls()
    await write('Name', 'Typed in a tunnel')
    expect(await screen.findByText('The server is resting.')).toBeTruthy()
    expect(screen.getByText('1 field not saved')).toBeTruthy()
    await press('Sub-section settings of Count')
    await press('Section settings')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Typed in a tunnel')
    mendCalls()
    await press('Try again')
    await saved(id, ({ sections }) => expect(sections[0]?.section_name).toBe('Typed in a tunnel'))
    expect(Object.values($edits.get()).filter(Boolean)).toEqual([])
  })

  test('an empty name is refused before anything is sent', async () => {
    await openSection()
    await write('Name', '  ')
    expect(screen.getByText('Name is required.')).toBeTruthy()
  })

  test('when someone else has changed the same field both are shown, and neither is lost', async () => {
    const { id, structure } = await openSection()
    const params = { id: structure.sections[0]!.section_id }
    await type('Name', 'Mine')
    await server.call(updateSection, { params, body: { section_name: 'Theirs' } }, await admin())
    await leave('Name')
    expect(await conflict('Theirs')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
    expect((await read(id)).sections[0]?.section_name).toBe('Theirs')
    await press('Keep mine')
    await saved(id, ({ sections }) => expect(sections[0]?.section_name).toBe('Mine'))
    await type('Name', 'Mine again')
    await server.call(updateSection, { params, body: { section_name: 'Theirs again' } }, await admin())
    await leave('Name')
    await conflict('Theirs again')
    await press('Take theirs')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Theirs again')
  })

  test('a change of another field by someone else is no conflict', async () => {
    const { id, structure } = await openSection()
    await type('Name', 'Mine')
    await server.call(
      updateSection,
      { params: { id: structure.sections[0]!.section_id }, body: { guidance_html: '<p>Theirs</p>' } },
      await admin()
    )
    await leave('Name')
    await saved(id, ({ sections }) =>
      expect(sections[0]).toMatchObject({ section_name: 'Mine', guidance_html: '<p>Theirs</p>' })
    )
  })
})
