// A dialog that opens by itself, or whose code comes late, takes no key that was meant for a cell.

import '#tests/support/indexed-db.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Dialog } from '#browser/ui/dialog.tsx'
import { eventually } from '#tests/support/patience.ts'
import { aGrid, aQuestion, aSection } from '#tests/support/questions.ts'
import { field, focus, focused, showForm, strokeKeys } from '#tests/support/section-form.tsx'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const openDialog = () =>
  render(
    <Dialog title="Guidance" onClose={() => {}}>
      <input aria-label="In the dialog" />
    </Dialog>
  )

test('a dialog stands beside the page while a cell has the cursor, and is modal once the cell is left', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  await showForm(aSection(aGrid(1, 1)))
  const cell = field('Row 1, Column 1')
  focus(cell)
  strokeKeys('8')
  openDialog()
  expect(showModal).not.toHaveBeenCalled()
  const isInert = () => screen.getByLabelText('In the dialog').closest('[inert]') !== null
  expect(isInert(), 'nothing in it takes the focus by itself').toBe(true)
  strokeKeys('0')
  expect([cell.value, focused()]).toEqual(['80', 'Row 1, Column 1'])
  act(() => cell.blur())
  await eventually(() => expect(showModal).toHaveBeenCalled())
  expect(isInert()).toBe(false)
})

test('the buttons of a scale and the boxes of a choice are cells too', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  const option_list = [1, 2].map(option_id => ({ option_id, option_name: `Step ${option_id}` }))
  const cells = ['scale', 'multiple_choice'].map((type, index) =>
    aQuestion({
      question_id: index + 1,
      question_text: `Question ${index + 1}`,
      question_type: type as 'scale',
      option_list,
      row_id: 1,
      column_id: index + 1
    })
  )
  await showForm(aSection({ ...aGrid(1, 2), questions: cells }))
  for (const target of [screen.getAllByRole('radio')[0], screen.getAllByRole('checkbox')[0]]) {
    focus(target!)
    const { unmount } = openDialog()
    unmount()
  }
  focus(screen.getByRole('radiogroup'))
  openDialog()
  expect(showModal).not.toHaveBeenCalled()
})

test('opened from elsewhere, it is modal at once', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  await showForm(aSection(aGrid(1, 1)))
  openDialog()
  expect(showModal).toHaveBeenCalledTimes(1)
})
