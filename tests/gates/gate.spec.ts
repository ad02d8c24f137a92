import { expect } from '@playwright/test'
import { groupBy } from '#lib/group-by.ts'
import { createAsk } from '#tests/support/api-client.ts'
import { apiOrigin } from '#tests/support/e2e-site.ts'
import { test as base } from '#tests/support/e2e-test.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { applyConditions } from '#tests/support/gate/conditions.ts'
import { checksOf } from '#tests/support/gate/findings.ts'
import { allViewings, pairwiseViewings, viewingsInTurn, type Viewing } from '#tests/support/gate/matrix.ts'
import { Visitors } from '#tests/support/gate/visit.ts'

// Every address, role and state under windows, zoom, text spacing, forced colours and five brands: no finding of axe, nothing cut, covered or out of
// reach, every mark, ring and state seen. Every day the content of each address, in one of its views, and one other state, for a role and under conditions
// that the commit chooses, every pair of them in `npm run test:long`.

/** Names of conditions, which `npm run test:long -- gate --under …` gives. */
const onlyUnder = process.env['GATE_UNDER']?.split(',')
const longViewings = (): Viewing[] => (onlyUnder ? allViewings(onlyUnder) : pairwiseViewings())
const viewings = process.env['LONG'] === undefined ? viewingsInTurn() : longViewings()
/** Of an address, on a machine that others use too. */
const OPENING_MS = 60_000
const CONDITIONS_MS = 15_000

const test = base.extend<object, { visitors: Visitors }>({
  visitors: [
    async ({ browser }, use) => {
      const ask = createAsk({ api: apiOrigin, programme: { programme_id: 1, code: 'wards' } })
      const visitors = new Visitors(browser, findScreens(ask))
      await use(visitors)
      await visitors.close()
    },
    { scope: 'worker' }
  ]
})

/** Its findings, each once, with the conditions that it was seen under first. */
async function findingsIn(visitors: Visitors, { sight, conditions }: Viewing): Promise<string[]> {
  const found = new Map<string, string>()
  const who = Object.values(sight).join(', ')
  try {
    const page = await visitors.open(sight)
    const check = checksOf(page, sight)
    for (const one of conditions) {
      await applyConditions(page, one)
      for (const finding of await check(one))
        if (!found.has(finding)) found.set(finding, Object.values(one).join(', '))
    }
  } catch (error) {
    found.set(String(error), 'not looked at to the end')
  }
  return [...found].map(([finding, under]) => `${who} (${under}): ${finding}`)
}

test.describe.configure({ mode: 'parallel' })

for (const [address, ofAddress] of groupBy(viewings, ({ sight }) => sight.address)) {
  test(address, async ({ visitors }) => {
    const looks = ofAddress.reduce((sum, { conditions }) => sum + conditions.length, 0)
    test.setTimeout(ofAddress.length * OPENING_MS + looks * CONDITIONS_MS)
    const findings: string[] = []
    for (const viewing of ofAddress) findings.push(...(await findingsIn(visitors, viewing)))
    expect(findings).toEqual([])
  })
}
