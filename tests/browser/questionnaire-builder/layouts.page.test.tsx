// Which layouts a sub-section without questions can have, and what the builder says where one is refused.

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildingScreen, clickOn, draft } from '#tests/support/builder-screen.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { open, saved } = buildingScreen(server, useIsland(server))

const withGrid = (is_repeating: boolean, rows: { number: number; row_name: string }[]) => ({
  questions: draft.questions,
  sections: [
    {
      section_name: 'Capacity',
      sub_sections: [
        { sub_section_name: 'Wards', layout: 'grid' as const, is_repeating, rows, columns: [], cells: [] }
      ]
    }
  ]
})

const settings = () => clickOn('button', { name: 'Sub-section settings of Wards' })
const repeats = () => screen.findByRole('checkbox', { name: 'Respondents add the rows themselves' })

test('respondents can add the rows once the own ones are retired', async () => {
  const { id } = await open(withGrid(false, [{ number: 1, row_name: 'Day' }]))
  await settings()
  expect((await repeats()).hasAttribute('disabled')).toBe(true)
  await screen.findByText('Retire the rows first: respondents add their own.')
  await clickOn('button', { name: 'List' })
  await screen.findByText('Retire the rows and columns first: a list has none.')
  await clickOn('button', { name: /^Day/ })
  await clickOn('button', { name: 'Retire this row' })
  await settings()
  await eventually(() => expect(screen.queryByText(/^Retire the rows first/)).toBeNull())
  await clickOn('checkbox', { name: 'Respondents add the rows themselves' })
  await saved(id, ({ sections }) => expect(sections[0]!.sub_sections[0]!.is_repeating).toBe(true))
  await clickOn('button', { name: /^Retired/ })
  await clickOn('button', { name: 'Restore Day' })
  await screen.findByText('This row cannot be restored: respondents add the rows.')
})

test('a repeating grid becomes a list that does not repeat, and undo brings it back', async () => {
  const { id } = await open(withGrid(true, []))
  await clickOn('button', { name: 'List' })
  const shape = (layout: string, is_repeating: boolean) =>
    saved(id, ({ sections }) => expect(sections[0]!.sub_sections[0]).toMatchObject({ layout, is_repeating }))
  await shape('list', false)
  await clickOn('button', { name: /^Undo/ })
  await shape('grid', true)
})
