// The conditions under which a page is checked: windows and zoom, text spacing, the system's colours, a programme's colour.

import type { Page } from '@playwright/test'
import { brandStyle, deriveBrand } from '#programme/colours.ts'

/** In CSS pixels. A window of 1280 × 800 zoomed to 200 % has 640 × 400 of them. */
export const windows = {
  '1280': { width: 1280, height: 800 },
  '1920 wide': { width: 1920, height: 1080 },
  'zoom 200 %': { width: 640, height: 400 },
  'zoom 400 %': { width: 320, height: 200 },
  phone: { width: 390, height: 844 },
  'small phone': { width: 360, height: 740 },
  '480': { width: 480, height: 800 },
  tablet: { width: 768, height: 1024 },
  '1024': { width: 1024, height: 768 }
}

export const brands = {
  mid: '#0b6e75',
  'near-black': '#101418',
  'pale yellow': '#f6e27a',
  red: '#c8102e',
  grey: '#8a8f98'
}

export const spacings = ['usual', 'WCAG'] as const
export const colours = ['usual', 'forced'] as const

export interface Conditions {
  window: keyof typeof windows
  spacing: (typeof spacings)[number]
  colours: (typeof colours)[number]
  brand: keyof typeof brands
}

function styleOf(name: Conditions['brand']): string {
  const brand = deriveBrand(brands[name])
  if (!brand) throw new Error(`No shades for ${name}.`)
  return brandStyle(brand)
}

/** Applies conditions to the open page without reloading it. */
export async function applyConditions(
  page: Page,
  { window, spacing, colours: shown, brand }: Conditions
): Promise<void> {
  await page.emulateMedia({ forcedColors: shown === 'forced' ? 'active' : 'none', reducedMotion: 'reduce' })
  await page.evaluate(setLook, { brandRule: styleOf(brand), isSpaced: spacing === 'WCAG' })
  const { width, height } = windows[window]
  // Charts take their colours when they are drawn, which a change of width triggers.
  await page.setViewportSize({ width: width - 1, height })
  await resizeWindow(page, { width, height })
}

/** Resizes the window, and waits until the charts have been drawn at the new width. */
export async function resizeWindow(page: Page, size: (typeof windows)[keyof typeof windows]): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(twoFrames)
  await page.waitForFunction(areChartsDrawn)
}

/** Runs in the page: replaces the programme's rule in the style sheet that the build wrote, and sets the spacing of WCAG 1.4.12. */
function setLook({ brandRule, isSpaced }: { brandRule: string; isSpaced: boolean }): void {
  for (const sheet of document.styleSheets) {
    const at = [...sheet.cssRules].findIndex(
      rule =>
        rule instanceof CSSStyleRule &&
        rule.selectorText === ':root' &&
        rule.style.getPropertyValue('--brand-ink')
    )
    if (at < 0 || sheet.cssRules[at]?.cssText === brandRule) continue
    sheet.deleteRule(at)
    sheet.insertRule(brandRule, at)
  }
  const spaced = new CSSStyleSheet()
  if (isSpaced)
    spaced.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'
    )
  document.adoptedStyleSheets = [spaced]
}

/** Runs in the page: charts take the width of their frame a moment after the window changes. */
const areChartsDrawn = (): boolean =>
  [...document.querySelectorAll('[aria-roledescription=chart]')].every(frame => {
    const drawing = frame.querySelector('svg.main-svg')
    return drawing === null || Math.abs(drawing.clientWidth - frame.clientWidth) <= 1
  })

const twoFrames = (): Promise<void> =>
  new Promise(done => {
    requestAnimationFrame(() => requestAnimationFrame(() => done()))
  })
