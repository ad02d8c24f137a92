// Finds faults in a page's current geometry: too wide, covered, cut off, too small to press, or with too many bars.

import { expect, type Page } from '@playwright/test'
import * as inPage from './geometry-in-page.ts'
import * as textsInPage from './texts-in-page.ts'

export interface GeometryOptions {
  /** The minimum width and height of pressable elements, in CSS pixels: 24 by WCAG 2.2, 44 for surveys (product 25). */
  target?: number
  /** The maximum share of the window's height for bars at its edges. */
  bars?: number
  /** A selector: only its content is checked, because floating elements cover the page on purpose. */
  within?: string
}

const defaults: Required<GeometryOptions> = { target: 24, bars: 0.5, within: 'body' }

/** Longer than floating and sticky elements need on a busy machine to settle in a new window. */
const PATIENCE_MS = 20_000

/** The computation as an expression that any browser can evaluate; its value is a list of findings. */
export function geometryScript(options: GeometryOptions = {}): string {
  return `(() => {\n${[...Object.values(textsInPage), ...Object.values(inPage)].map(String).join('\n')}\nreturn findings(${JSON.stringify({ ...defaults, ...options })})\n})()`
}

/** Every finding on the page, as text. While a modal dialog is open, only the dialog is checked. */
export async function geometryFaults(page: Page, options: GeometryOptions = {}): Promise<string[]> {
  const found = await page.evaluate<inPage.GeometryFinding[]>(geometryScript(options))
  return [...new Set(found.map(({ fault, where }) => `${fault}: ${where}`))]
}

/** Findings that persist: a floating element settles some frames after the window or its content changes size. */
export async function lastingFaults(page: Page, options: GeometryOptions = {}): Promise<string[]> {
  let found: string[] = []
  const isSound = async (): Promise<void> => {
    found = await geometryFaults(page, options)
    expect(found).toEqual([])
  }
  await expect(isSound)
    .toPass({ timeout: PATIENCE_MS })
    .catch(() => undefined)
  return found
}
