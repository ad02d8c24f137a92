// Arrow keys: each row that they walk through has the same keys, and its own answer to what follows the last.

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { useReorder } from '#browser/questionnaire-builder/editor/reorder.ts'
import { indexAfter, valueSteps, walkFocus } from '#browser/ui/focus/arrow-keys.ts'
import { Menu } from '#browser/ui/popover/menu.tsx'
import { Tabs } from '#browser/ui/tabs.tsx'

afterEach(cleanup)

const press = (key: string, modifiers = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement!, { key, ...modifiers }))
const focused = () => document.activeElement?.textContent

/** Presses each key and expects the text that then has the focus. */
async function expectWalk(steps: readonly (readonly [key: string, text: string])[]): Promise<void> {
  for (const [key, text] of steps) {
    await press(key)
    expect([key, focused()]).toEqual([key, text])
  }
}

function Three() {
  const [selected, setSelected] = useState('a')
  return (
    <Tabs
      label="Letters"
      tabs={['a', 'b', 'c'].map(id => ({ id, label: id }))}
      selected={selected}
      onSelect={setSelected}
    />
  )
}

test('tabs walk from left to right, from the last to the first, and select', async () => {
  render(<Three />)
  screen.getByRole('tab', { name: 'a' }).focus()
  await expectWalk([
    ['ArrowRight', 'b'],
    ['End', 'c'],
    ['ArrowRight', 'a'],
    ['ArrowLeft', 'c'],
    ['Home', 'a'],
    ['ArrowDown', 'a']
  ])
  expect(screen.getByRole('tab', { name: 'a' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  // That is the way back in history.
  await press('ArrowLeft', { altKey: true })
  expect(focused()).toBe('a')
})

test('a menu walks up and down, and from the last to the first', async () => {
  const actions = ['Copy', 'Print', 'Delete'].map(label => ({ label, onSelect: () => {} }))
  render(<Menu trigger="Actions" triggerClass="" actions={actions} />)
  screen.getByRole('button', { name: 'Actions' }).focus()
  await expectWalk([
    ['ArrowDown', 'Copy'],
    ['ArrowUp', 'Delete'],
    ['ArrowDown', 'Copy'],
    ['End', 'Delete'],
    ['Home', 'Copy'],
    ['ArrowRight', 'Copy']
  ])
})

function Row({ wraps, children }: { wraps: boolean; children: ReactNode }) {
  const walk = (event: KeyboardEvent<HTMLElement>) =>
    walkFocus(event, event.currentTarget.querySelectorAll('button'), { axis: 'both', wraps })
  return (
    <div role="toolbar" onKeyDown={walk}>
      {children}
    </div>
  )
}

test.each([
  [true, 'One'],
  [false, 'Four']
])('what is disabled is stepped over; with wrapping %s the last is followed by %s', async (wraps, after) => {
  render(
    <Row wraps={wraps}>
      <button type="button" disabled>
        Zero
      </button>
      <button type="button">One</button>
      <button type="button" disabled>
        Two
      </button>
      <button type="button" aria-disabled="true">
        Three
      </button>
      <button type="button">Four</button>
      <button type="button" disabled>
        Five
      </button>
    </Row>
  )
  screen.getByRole('button', { name: 'One' }).focus()
  await expectWalk([
    ['ArrowRight', 'Four'],
    ['Home', 'One'],
    ['End', 'Four'],
    ['ArrowDown', after]
  ])
})

type Reordering = (all: readonly number[]) => number[]

function Entries({ onOrder }: { onOrder: (reorder: Reordering) => Promise<void> }) {
  const { propsOf } = useReorder({ ids: [1, 2, 3], direction: 'vertical', onOrder })
  return [1, 2, 3].map(id => (
    <button key={id} type="button" {...propsOf(id)}>
      {id}
    </button>
  ))
}

test('Alt and an arrow move an entry by one place, not beyond an end, and no other key does', async () => {
  const orders: number[][] = []
  render(<Entries onOrder={async reorder => void orders.push(reorder([1, 2, 3]))} />)
  screen.getByRole('button', { name: '1' }).focus()
  await press('ArrowDown')
  await press('ArrowUp', { altKey: true })
  await press('ArrowRight', { altKey: true })
  await press('End', { altKey: true })
  expect(orders).toEqual([])
  await press('ArrowDown', { altKey: true })
  expect(orders).toEqual([[2, 1, 3]])
})

describe('the place that a key leads to', () => {
  const names = { axis: 'vertical', wraps: true, hasEnds: false } as const
  const stops = { axis: 'both', page: 10 } as const
  test.each([
    ['offered names follow each other in a circle', 'ArrowDown', 2, 3, names, 0],
    ['offered names follow each other in a circle', 'ArrowUp', 0, 3, names, 2],
    ['Home is the caret’s in a text field', 'Home', 2, 3, names, null],
    ['End is the caret’s in a text field', 'End', 0, 3, names, null],
    ['the stops of a chart end', 'ArrowRight', 24, 25, stops, 24],
    ['the stops of a chart begin', 'ArrowUp', 0, 25, stops, 0],
    ['the stops of a chart', 'Home', 12, 25, stops, 0],
    ['the stops of a chart', 'End', 12, 25, stops, 24],
    ['the stops of a chart by page', 'PageDown', 12, 25, stops, 22],
    ['the stops of a chart by page', 'PageDown', 20, 25, stops, 24],
    ['the stops of a chart by page', 'PageUp', 5, 25, stops, 0],
    ['a walk begins at the first', 'ArrowDown', -1, 3, names, 0],
    ['a walk begins at the last', 'ArrowUp', -1, 3, names, 2],
    ['nothing is there to walk through', 'ArrowDown', -1, 0, stops, null],
    ['pages are nowhere', 'PageDown', 0, 3, names, null],
    ['a letter is no step', 'a', 0, 3, stops, null]
  ] as const)('%s: %s from %i of %i', (_, key, at, count, walk, expected) => {
    expect(indexAfter(key, at, count, walk)).toBe(expected)
  })
})

describe('how far a key changes a value', () => {
  const slider = { axis: 'both', page: 10 } as const
  const field = { axis: 'vertical' } as const
  test.each([
    ['ArrowUp', slider, 1],
    ['ArrowRight', slider, 1],
    ['ArrowDown', slider, -1],
    ['ArrowLeft', slider, -1],
    ['PageUp', slider, 10],
    ['PageDown', slider, -10],
    ['ArrowUp', field, 1],
    ['ArrowDown', field, -1],
    ['ArrowLeft', field, null],
    ['PageUp', field, null],
    ['5', field, null]
  ] as const)('%s with %o: %s', (key, keys, expected) => {
    const event = { key, altKey: false, ctrlKey: false, metaKey: false } as KeyboardEvent
    expect(valueSteps(event, keys)).toBe(expected)
    expect(valueSteps({ ...event, altKey: true }, keys)).toBeNull()
  })
})
