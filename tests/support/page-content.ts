// Waits for parts of a page that no role or text shows.

import { expect, type Page } from '@playwright/test'

const patient = { timeout: 30_000 }

/** Until the first chart is drawn. */
export const expectDrawn = (page: Page): Promise<void> =>
  expect(page.locator('.main-svg').first()).toBeVisible(patient)

/** Until nothing on the page is being loaded. */
export const expectIdle = (page: Page): Promise<void> =>
  expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0, patient)

/** How far a page is wider than its window, and its smallest letters, in pixels. */
export const measureText = (page: Page): Promise<{ overflow: number; smallest: number }> =>
  page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    smallest: Math.min(
      ...[...document.querySelectorAll('body *')]
        .filter(element => [...element.childNodes].some(node => node.nodeType === 3))
        .map(element => Number.parseFloat(getComputedStyle(element).fontSize))
    )
  }))
