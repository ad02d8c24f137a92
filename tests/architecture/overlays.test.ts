import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { overlays } from '#tests/support/overlays.ts'

// tests/gates/overlays.spec.ts opens every overlay in a small window, or the test that is named here does.

const OPENS = /<(Popover|Menu|Dialog|dialog)\b|\b(openModal(?:With)?|askBefore)\(/

/** Building blocks of the others. */
const parts = [
  'src/browser/ui/popover/menu.tsx',
  'src/browser/ui/dialog.tsx',
  'src/browser/app/overlays/modal-host.tsx',
  'src/browser/forms/question-dialog.tsx'
]

const elsewhere: Record<string, string> = {
  // Counts of a section that has such cells.
  'src/browser/features/data-collection/issue-popover.tsx': 'tests/journeys/entry-states.spec.ts',
  // In small windows its actions are in the menu of the chart's header.
  'src/browser/features/explorer/chart/export-menu.tsx': 'tests/journeys/explorer-exports.spec.ts',
  // Where a programme demands a second factor.
  'src/browser/features/own-account/account-dialog.tsx':
    'tests/browser/features/accounts/second-factor-demanded.page.test.tsx',
  // Shown before unsaved input is discarded, and when a session ends.
  'src/browser/app/overlays/leave-dialog.tsx': 'tests/gates/missing-code.spec.ts',
  'src/browser/app/overlays/session-overlay.tsx': 'tests/journeys/entry-session.spec.ts',
  // Shown only if the code of the others cannot be loaded.
  'src/browser/app/overlays/fallback-overlays.tsx': 'tests/gates/missing-code.spec.ts'
}

test('every overlay has a line', () => {
  const opening = globSync('src/**/*.{ts,tsx}').filter(file => OPENS.test(readFileSync(file, 'utf8')))
  const known = [...new Set(overlays.map(({ file }) => file)), ...parts, ...Object.keys(elsewhere)]
  expect(known.toSorted()).toEqual(opening.filter(file => !file.startsWith('src/browser/stores/')).toSorted())
})
