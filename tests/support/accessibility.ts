import type { Page } from '@playwright/test'
import axe from 'axe-core'

type Violation = Pick<axe.Result, 'id' | 'impact'> & { places: string[] }

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Runs axe in the current page, where it stays loaded until the next navigation. */
async function violationsOf(page: Page, tags: readonly string[] | null): Promise<Violation[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source)
  return page.evaluate(async rules => {
    // Elements that fade in have transient colours, and a spinner never ends.
    const passing = document.getAnimations().filter(it => it.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(it => it.finished))
    const { violations } = await window.axe!.run(document, {
      // Passes are not reported.
      resultTypes: ['violations'],
      ...(rules && { runOnly: [...rules] })
    })
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact: impact ?? null,
      places: nodes.map(({ target }) => target.join(' '))
    }))
  }, tags)
}

const toText = ({ id, places }: Violation): string[] => places.map(place => `${id}: ${place}`)

/** Serious and critical findings of axe on the current page, each with its element. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const violations = await violationsOf(page, null)
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').flatMap(toText)
}

/** WCAG 2.2 A and AA, and what axe calls best practice. */
const GATE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Every finding of axe under the gate's rules, of any severity. */
export const allFindings = async (page: Page): Promise<string[]> =>
  (await violationsOf(page, GATE_RULES)).flatMap(toText)
