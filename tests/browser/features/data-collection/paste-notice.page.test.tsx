import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { PasteNotice } from '#browser/features/data-collection/paste-notice.tsx'
import { reportPaste } from '#browser/features/surveys/steps/report-paste.ts'
import type { PasteOutcome, PasteReport } from '#browser/section/table/paste/paste-report.ts'
import { $toasts } from '#browser/stores/toasts.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const report: PasteReport = {
  done: 'pasted',
  pasted: 2,
  invalid: [{ key: '2:2:1', place: 'Row 2, WTE', text: '7,020', reason: 'The value must be 3,000 or less.' }],
  blanks: null,
  misfits: [
    { key: '1:1:1', place: 'Row 1, Role', text: 'Dental', reason: '“Dental” is not one of the options.' }
  ],
  undo: () => {}
}

function Notice({ first }: { first: PasteOutcome }) {
  const [outcome, setOutcome] = useState<PasteOutcome | null>(first)
  return outcome === null ? <p>closed</p> : <PasteNotice outcome={outcome} onChange={setOutcome} />
}

test('a block with too many rows is pasted only when the user says so', () => {
  let pastes = 0
  const paste = (): PasteReport => {
    pastes += 1
    return report
  }
  const large = { excessRows: 3, allRows: 203, mostRows: 200, paste }
  const { unmount } = render(<Notice first={large} />)
  expect(screen.getByRole('status').textContent).toContain(
    'The table takes at most 200 rows. 3 of the 203 rows on the clipboard would be below the last one. Nothing is pasted yet.'
  )
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect([pastes, screen.getByText('closed').textContent]).toEqual([0, 'closed'])
  unmount()
  render(<Notice first={large} />)
  fireEvent.click(screen.getByRole('button', { name: 'Paste the other rows' }))
  expect(pastes).toBe(1)
  expect(screen.getByRole('status').textContent).toContain(
    '2 cells pasted, 1 of them invalid; 1 value did not fit.'
  )
})

test('every value that did not fit is named with its reason and one press away', () => {
  const many = Array.from({ length: 8 }, (_, index) => ({
    key: `${index}:1:1`,
    place: `Row ${index}, WTE`,
    text: `x${index}`,
    reason: 'Enter a number.'
  }))
  const outside = { key: null, place: '‘Total’', text: '9', reason: 'no single row or column has this name' }
  render(
    <>
      {[...many, ...report.invalid].map(({ key }) => (
        <input key={key} id={`cell-${key}`} aria-label={`cell ${key}`} />
      ))}
      <Notice first={{ ...report, misfits: [...many, outside] }} />
    </>
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...many.map(({ place, text }) => `“${text}” at ${place}: Enter a number.`),
    '“9” at ‘Total’: no single row or column has this name',
    '“7,020” at Row 2, WTE: The value must be 3,000 or less.'
  ])
  const focused = (): string | null => document.activeElement?.getAttribute('aria-label') ?? null
  const next = (): void => void fireEvent.click(screen.getByRole('button', { name: /^Go to the next/ }))
  const way = Array.from({ length: 10 }, () => {
    next()
    return focused()
  })
  expect(way).toEqual([...many.map(({ key }) => `cell ${key}`), 'cell 2:2:1', 'cell 0:1:1'])
  fireEvent.click(screen.getByRole('button', { name: /x3/ }))
  expect(focused()).toBe('cell 3:1:1')
})

test('blank cells are told, and cleared only by their button', () => {
  const cleared: string[] = []
  const blanks = {
    count: 2,
    clear: () => {
      cleared.push('both')
      return { ...report, pasted: 4, blanks: null }
    }
  }
  render(<Notice first={{ ...report, blanks }} />)
  expect(screen.getByRole('status').textContent).toContain(
    '2 cells kept their answers where the clipboard is blank.'
  )
  expect(cleared).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Clear them' }))
  expect([cleared, screen.getByRole('status').textContent?.startsWith('4 cells pasted')]).toEqual([
    ['both'],
    true
  ])
})

test('the match of headings is shown before it takes effect', () => {
  const done: string[] = []
  const take = (way: string) => () => {
    done.push(way)
    return report
  }
  const outcome: PasteOutcome = {
    match: [
      { kind: 'column', label: 'WTE (total)', name: 'WTE', isTotal: false },
      { kind: 'column', label: 'Band 9', name: null, isTotal: false },
      { kind: 'row', label: 'Total', name: null, isTotal: true }
    ],
    paste: take('by name'),
    pasteInOrder: take('in order')
  }
  const { unmount } = render(<Notice first={outcome} />)
  expect(screen.getByRole('status').textContent).toContain(
    'The table has 1 of 2 headings on the clipboard. Nothing is pasted yet.'
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '‘WTE (total)’: column ‘WTE’',
    '‘Band 9’: no single column has this name',
    '‘Total’: calculated, not pasted'
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Paste by name' }))
  unmount()
  render(<Notice first={outcome} />)
  fireEvent.click(screen.getByRole('button', { name: 'Paste without matching' }))
  expect(done).toEqual(['by name', 'in order'])
})

test('a survey names what did not fit, and says that a block is too large', () => {
  $toasts.set([])
  reportPaste(report)
  reportPaste({ excessRows: 3, allRows: 203, mostRows: 200, paste: () => report })
  expect($toasts.get().map(({ text, status }) => [text, status])).toEqual([
    [
      '2 values pasted, 1 of them invalid; 1 value did not fit. “Dental” at Row 1, Role: “Dental” is not one of the options.',
      'warning'
    ],
    [
      'The table takes at most 200 rows. 3 of the 203 rows on the clipboard would be below the last one. Nothing was pasted.',
      'warning'
    ]
  ])
})
