import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Tooltip } from '#browser/ui/popover/tooltip.tsx'
import { eventually } from '#tests/support/patience.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (html: string) => {
  render(
    <Tooltip html={html}>
      {explanationId => (
        <button type="button" aria-describedby={explanationId}>
          Percentile
        </button>
      )}
    </Tooltip>
  )
  fireEvent.focus(screen.getByRole('button'))
  return screen.getByRole('tooltip')
}

test('spec 9: HTML content, theme tailwind, at most 400 wide, tied to its word', async () => {
  const tooltip = show('half of the <em>equal</em> ones')
  // Its words are there at once, their markup once it is cleaned.
  expect(tooltip.textContent).toMatch(/^half of the\s+equal\s+ones$/)
  await eventually(() => expect(tooltip.querySelector('em')?.textContent).toBe('equal'))
  expect(tooltip.getAttribute('data-theme')).toBe('tailwind')
  // In a narrow window less.
  expect(tooltip.style.maxWidth).toMatch(/^min\(400px, /)
  expect(screen.getByRole('button', { description: /^half of the\s+equal\s+ones$/ })).not.toBeNull()
})

test('spec 9: interactive: it stays while the pointer is on it, leaves after, and Escape hides it', () => {
  vi.useFakeTimers()
  const tooltip = show('text')
  const whole = tooltip.parentElement ?? tooltip
  fireEvent.pointerLeave(whole)
  fireEvent.pointerEnter(whole)
  vi.advanceTimersByTime(1000)
  expect(screen.queryByRole('tooltip')).not.toBeNull()
  // Wherever the focus is.
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
})
