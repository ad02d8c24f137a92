// Waits for parts of a page that have no role or text.

import { expect, type Page } from '@playwright/test'

/** Waits until the first chart is drawn. */
export const expectDrawn = (page: Page): Promise<void> =>
  expect(page.locator('.main-svg').first()).toBeVisible()

/** Waits until nothing on the page is loading. */
export const expectIdle = (page: Page): Promise<void> =>
  expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)

/** By how many pixels a page is wider than its window, and the size of its smallest letters. */
export const measureText = (page: Page): Promise<{ overflow: number; smallest: number }> =>
  page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    smallest: Math.min(
      ...[...document.querySelectorAll('body *')]
        .filter(element => [...element.childNodes].some(node => node.nodeType === 3))
        .map(element => Number.parseFloat(getComputedStyle(element).fontSize))
    )
  }))
