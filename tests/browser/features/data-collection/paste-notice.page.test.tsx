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
  notPossible: 1,
  misfits: [{ place: 'Row 1, Role', text: 'Dental', reason: '“Dental” is not one of the options.' }],
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
