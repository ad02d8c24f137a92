// Contrast of everything but text in the current page: field borders, icons, chart marks, dots (WCAG 2.2, 1.4.11). The focus ring is checked
// separately (focus-ring.ts).

import type { Page } from '@playwright/test'
import * as colours from './colour-in-page.ts'
import * as inPage from './mark-contrast-in-page.ts'
import { isShown, nameOf } from './texts-in-page.ts'

const LIMIT = 3

/** Every mark with too little contrast, with its ratio. */
export async function faintMarks(page: Page): Promise<string[]> {
  const functions = [...Object.values(colours), ...Object.values(inPage), isShown, nameOf].map(String)
  const found = await page.evaluate<string[]>(
    `(() => {\n${functions.join('\n')}\nreturn faintMarks(${LIMIT})\n})()`
  )
  return [...new Set(found)]
}
