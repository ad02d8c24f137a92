// The ways of whoever has no mouse: past what comes next, into a panel and back.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Popover } from '#ui/popover.tsx'
import { SkipLink } from '#ui/skip-link.tsx'

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
