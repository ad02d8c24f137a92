// The ways of whoever has no mouse: past what comes next, into a panel and back.

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Button } from '#browser/ui/button.tsx'
import { Dialog } from '#browser/ui/dialog.tsx'
import { Menu } from '#browser/ui/popover/menu.tsx'
import { Popover } from '#browser/ui/popover/popover.tsx'
import { SkipLink } from '#browser/ui/skip-link.tsx'

afterEach(cleanup)

test('a skip link moves the focus and leaves the address as it is', () => {
  render(
    <>
      <SkipLink to="there">Skip to content</SkipLink>
      <main id="there" tabIndex={-1} />
    </>
  )
  const before = [location.href, history.length]
  fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect([location.href, history.length]).toEqual(before)
})

test.each([
  { what: 'with a control', content: <button type="button">First</button>, text: 'First' },
  {
    what: 'whose first button is disabled',
    content: (
      <>
        <button type="button" disabled>
          Up
        </button>
        <button type="button">Down</button>
      </>
    ),
    text: 'Down'
  },
  { what: 'that is only read', content: <p>Words</p>, text: 'Words' }
])(
  'a panel $what has its button’s name, takes the focus, and Escape gives it back',
  async ({ content, text }) => {
    render(
      <Popover trigger="Keyboard shortcuts" triggerClass="">
        {() => content}
      </Popover>
    )
    const button = screen.getByRole('button', { name: 'Keyboard shortcuts' })
    await act(async () => button.click())
    const panel = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(panel.contains(document.activeElement)).toBe(true)
    expect(document.activeElement?.textContent).toBe(text)
    await act(async () => void fireEvent.keyDown(document.activeElement!, { key: 'Escape' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(button)
  }
)

test('a menu: an arrow opens it, arrows walk through it, Tab goes on from its button, Escape back to it', async () => {
  const press = (key: string) => act(async () => void fireEvent.keyDown(document.activeElement!, { key }))
  const chosen: string[] = []
  const actions = ['Copy', 'Print', 'Delete'].map(label => ({ label, onSelect: () => chosen.push(label) }))
  render(<Menu trigger="Actions" triggerClass="" actions={actions} />)
  const button = screen.getByRole('button', { name: 'Actions' })
  button.focus()
  for (const [keys, label] of [
    [[], 'Copy'],
    [['ArrowDown'], 'Print'],
    [['End'], 'Delete'],
    [['ArrowDown'], 'Copy'],
    [['ArrowUp', 'ArrowUp'], 'Print'],
    [['Home'], 'Copy']
  ] as const) {
    if (!screen.queryByRole('menu')) await press('ArrowDown')
    for (const key of keys) await press(key)
    expect(document.activeElement?.textContent).toBe(label)
  }
  // No stop of their own: Tab is not the way through them.
  expect(screen.getAllByRole('menuitem').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1])
  for (const key of ['Tab', 'Escape']) {
    if (!screen.queryByRole('menu')) await press('ArrowDown')
    await press(key)
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(button)
  }
  await press('ArrowDown')
  await act(async () => screen.getByRole('menuitem', { name: 'Print' }).click())
  expect(chosen).toEqual(['Print'])
})

test('a button that waits for its call keeps the focus, and a second press does nothing', () => {
  let presses = 0
  const button = (busy: boolean) => (
    <form
      onSubmit={event => {
        event.preventDefault()
        presses += 1
      }}
    >
      <Button type="submit" busy={busy} onClick={() => (presses += 1)}>
        Save
      </Button>
    </form>
  )
  const { rerender } = render(button(false))
  screen.getByRole('button').focus()
  rerender(button(true))
  expect(document.activeElement).toBe(screen.getByRole('button'))
  fireEvent.click(screen.getByRole('button'))
  expect(presses).toBe(0)
  rerender(button(false))
  fireEvent.click(screen.getByRole('button'))
  expect(presses).toBe(2)
})

/** A row whose dialog removes it. */
function Removable() {
  const [row, setRow] = useState<'here' | 'asked' | 'gone'>('here')
  return (
    <main tabIndex={-1}>
      {row !== 'gone' && (
        <button type="button" onClick={() => setRow('asked')}>
          Remove
        </button>
      )}
      {row === 'asked' && (
        <Dialog title="Remove it?" onClose={() => setRow('here')}>
          <button type="button" onClick={() => setRow('gone')}>
            Yes
          </button>
        </Dialog>
      )}
    </main>
  )
}

test('a dialog gives the focus back to what opened it, and to the content if that is gone', async () => {
  render(<Removable />)
  const opener = screen.getByRole('button', { name: 'Remove' })
  for (const [answer, after] of [
    ['Close', opener],
    ['Yes', screen.getByRole('main')]
  ] as const) {
    opener.focus()
    await act(async () => opener.click())
    const button = screen.getByRole('button', { name: answer })
    button.focus()
    await act(async () => button.click())
    expect(document.activeElement).toBe(after)
  }
})
