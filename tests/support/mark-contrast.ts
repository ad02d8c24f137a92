// Contrast of what is not text, computed in the page as it is now: borders of fields, icons, marks of charts, dots (WCAG 2.2, 1.4.11). The focus ring
// has its own computation (focus-ring.ts).

import type { Page } from '@playwright/test'
import * as colours from './colour-in-page.ts'
import { isShown, nameOf } from './texts-in-page.ts'
import * as inPage from './mark-contrast-in-page.ts'

const LIMIT = 3

/** Every mark that is too faint, with its ratio. */
export async function faintMarks(page: Page): Promise<string[]> {
  const functions = [...Object.values(colours), ...Object.values(inPage), isShown, nameOf].map(String)
  const found = await page.evaluate<string[]>(
    `(() => {\n${functions.join('\n')}\nreturn faintMarks(${LIMIT})\n})()`
  )
  return [...new Set(found)]
}
