import { chromium } from '@playwright/test'
import { createAsk } from '/work/trees/everybody/tests/support/api-client.ts'
import { apiOrigin } from '/work/trees/everybody/tests/support/e2e-site.ts'
import { findScreens } from '/work/trees/everybody/tests/support/find-screens.ts'
import { applyConditions } from '/work/trees/everybody/tests/support/gate/conditions.ts'
import { sights } from '/work/trees/everybody/tests/support/gate/matrix.ts'
import { Visitors } from '/work/trees/everybody/tests/support/gate/visit.ts'
import { geometryFaults } from '/work/trees/everybody/tests/support/geometry.ts'
import { chromiumArguments } from '/work/trees/everybody/tests/support/browser.ts'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: chromiumArguments })
const ask = createAsk({ api: apiOrigin, programme: { programme_id: 1, code: 'wards' } })
const v = new Visitors(browser, findScreens(ask))
for (const sight of sights.filter(s => (s.state === 'content') && ['nobody','lead','admin'].includes(s.role))) {
  try {
    const page = await v.open(sight)
    for (const window of ['1280', 'phone']) {
      await applyConditions(page, { window, spacing: 'usual', colours: 'usual', brand: 'mid' })
      const isForThumbs = sight.address.startsWith('/surveys') && window === 'phone'
      for (const f of await geometryFaults(page, { target: isForThumbs ? 44 : 24 })) console.log(sight.address, sight.role, window, f)
    }
  } catch (e) { console.log(sight.address, sight.role, String(e).slice(0, 200)) }
}
await v.close(); await browser.close()
