import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { overlays } from '#tests/support/overlays.ts'

// Whatever opens over the page is opened in a small window by gates/overlays, or by the test named here.

const OPENS = /<(Popover|Menu|Dialog|dialog)\b|\bopenModal\(/

/** Parts that the others are made of. */
const parts = [
  'src/browser/ui/popover/menu.tsx',
  'src/browser/ui/dialog.tsx',
  'src/browser/app/overlays/modal-host.tsx'
]

const elsewhere: Record<string, string> = {
  // Counts of a section that has such cells.
  'src/browser/features/data-collection/issue-popover.tsx': 'tests/journeys/entry-states.spec.ts',
  // Asked when something typed would be lost, and when a session ends.
  'src/browser/app/overlays/leave-dialog.tsx': 'tests/journeys/missing-code.spec.ts',
  'src/browser/app/overlays/session-overlay.tsx': 'tests/journeys/entry-session.spec.ts',
  // Shown only while the code of the others cannot be loaded.
  'src/browser/app/overlays/fallback-overlays.tsx': 'tests/journeys/missing-code.spec.ts'
}

test('everything that opens over the page has its line', () => {
  const opening = globSync('src/**/*.{ts,tsx}').filter(
    file => !/\/canary\./.test(file) && OPENS.test(readFileSync(file, 'utf8'))
  )
  const known = [...new Set(overlays.map(({ file }) => file)), ...parts, ...Object.keys(elsewhere)]
  expect(known.toSorted()).toEqual(opening.filter(file => file !== 'src/browser/stores/modals.ts').toSorted())
})
