// Admins build a grid in the one that respondents get, with example figures.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildingScreen, BUILDER_PAGE, clickOn } from '#tests/support/builder-screen.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const { start } = island
const { open, saved, failCalls } = buildingScreen(server, island)

test('a grid is that of respondents, with figures and totals; Tab stops once in it, and arrows move', async () => {
  const question = { question_type: 'integer' as const, warn_min: 40, warn_max: 40 }
  const { id } = await open({
    questions: [1, 2].map(number => ({ number, question_text: `Q${number}`, ...question })),
    sections: [
      {
        section_name: 'S',
        sub_sections: [
          {
            sub_section_name: 'Shifts',
            layout: 'grid',
            rows: [{ number: 1, row_name: 'Day' }],
            columns: [1, 2].map(number => ({ number, column_name: `Band ${number}` })),
            cells: [1, 2].map(number => ({ question: number, row: 1, column: number, is_required: false }))
          }
        ]
      }
    ]
  })
  const grid = await screen.findByRole('grid', { name: 'Shifts' })
  const rowText = () =>
    within(grid)
      .getAllByRole('row')
      .map(row => row.textContent)
  expect(rowText()).toEqual(['RowBand 1Band 2', 'Day4040'])
  await act(async () => screen.getByLabelText('Row totals').click())
  await waitFor(() => expect(rowText()).toEqual(['RowBand 1Band 2Total', 'Day404080']))
  await act(async () => screen.getByLabelText('Column totals').click())
  await waitFor(() => expect(rowText()).toEqual(['RowBand 1Band 2Total', 'Day404080', 'Total4040']))
  await saved(id, ({ sections }) =>
    expect(sections[0]?.sub_sections[0]).toMatchObject({ show_row_totals: true, show_column_totals: true })
  )

  const stops = () =>
    within(grid)
      .getAllByRole('button')
      .filter(one => one.tabIndex === 0)
  expect(stops().map(one => one.textContent)).toEqual(['Band 1'])
  const pressKey = (key: string) => act(async () => void fireEvent.keyDown(document.activeElement!, { key }))
  await act(async () => stops()[0]!.focus())
  await pressKey('ArrowDown')
  await pressKey('ArrowRight')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Day, Band 2: Whole number, 40')
  expect(stops()).toEqual([document.activeElement])
  // From the edge nothing leads on.
  await pressKey('ArrowDown')
  expect(stops()).toEqual([document.activeElement])
  await act(async () => (document.activeElement as HTMLElement).click())
  // What is chosen marks its row, its column, and its sub-section in the outline.
  expect(await screen.findByLabelText('Wording')).toHaveProperty('value', 'Q2')
  const outline = within(screen.getByRole('navigation', { name: 'Questionnaire' }))
  expect(outline.getByRole('button', { current: true }).textContent).toMatch(/^Shifts/)
  expect(
    within(grid)
      .getAllByRole('button')
      .filter(one => one.dataset['chosen'])
      .map(one => one.textContent)
  ).toEqual(['Band 2', 'Day'])
})

test('a grid shows the answers of a submission as an example, or says why it cannot', async () => {
  await start(BUILDER_PAGE, 'admin')
  await clickOn('button', { name: /^Skill mix/ })
  const grid = await screen.findByRole('grid', { name: 'Staff by band' })
  const invented = grid.textContent
  const pick = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Example/ })
  await waitFor(() => expect(pick.options.length).toBeGreaterThan(3))
  const submission = pick.options[1]!
  await act(async () => void fireEvent.change(pick, { target: { value: submission.value } }))
  await waitFor(() => expect(grid.textContent).not.toBe(invented))
  failCalls()
  await act(async () => void fireEvent.change(pick, { target: { value: pick.options[2]!.value } }))
  expect((await screen.findAllByText('The server is resting.')).length).toBeGreaterThan(0)
})
