// Runs every check of the gate on a page under some conditions.

import type { Page } from '@playwright/test'
import { allFindings } from '#tests/support/accessibility.ts'
import { ringFindings } from '#tests/support/focus-ring.ts'
import { lostStates, plateTexts } from '#tests/support/forced-colours.ts'
import { lastingFaults } from '#tests/support/geometry.ts'
import { faintMarks } from '#tests/support/mark-contrast.ts'
import type { Conditions } from './conditions.ts'
import type { Sight } from './matrix.ts'

/** Surveys are answered with thumbs (product 25). */
const THUMB = 44
const POINTER = 24

interface Check {
  findings: (page: Page, sight: Sight, conditions: Conditions) => Promise<string[]>
  /** The conditions that its result can depend on: it runs once for each combination of them. */
  dependsOn: readonly (keyof Conditions)[]
}

const checks: readonly Check[] = [
  { findings: allFindings, dependsOn: ['window', 'colours', 'brand'] },
  { findings: geometryFindings, dependsOn: ['window', 'spacing'] },
  { findings: faintMarks, dependsOn: ['window', 'colours', 'brand'] },
  { findings: ringFindings, dependsOn: ['window', 'spacing', 'colours', 'brand'] },
  { findings: lostStates, dependsOn: ['window', 'colours', 'brand'] },
  { findings: plateTexts, dependsOn: ['window', 'colours'] }
]

function geometryFindings(page: Page, sight: Sight, { window }: Conditions): Promise<string[]> {
  const isForThumbs = sight.address.startsWith('/surveys') && window === 'phone'
  return lastingFaults(page, { target: isForThumbs ? THUMB : POINTER })
}

/** For an open page: a function that, after each change of the conditions, returns what is wrong, with its position. */
export function checksOf(page: Page, sight: Sight): (conditions: Conditions) => Promise<string[]> {
  const done = new Set<string>()
  return async conditions => {
    const found: string[] = []
    for (const [index, { findings, dependsOn }] of checks.entries()) {
      const under = [index, ...dependsOn.map(name => conditions[name])].join()
      if (done.has(under)) continue
      done.add(under)
      found.push(...(await findings(page, sight, conditions)))
    }
    return found
  }
}
