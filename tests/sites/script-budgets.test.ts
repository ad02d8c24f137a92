import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { prepareShell } from '#sites/shell/shell.ts'

// What was measured, rounded up. Lower these when a screen gets lighter; docs/performance.md has the targets. The calls have theirs in
// tests/browser/app/way-to-content.page.test.ts.
const budgets = [
  { screen: 'login', files: 2, bytes: 80_000, requests: 6 },
  { screen: 'section', files: 6, bytes: 150_000, requests: 10 },
  { screen: 'chart', files: 6, bytes: 148_800, requests: 10 },
  { screen: 'survey', files: 4, bytes: 102_500, requests: 8 }
]

test('no screen loads more scripts than its budget', { timeout: 180_000 }, async () => {
  const { shell } = await prepareShell(fileURLToPath(new URL('../..', import.meta.url)))
  expect(shell.weights.map(({ screen }) => screen)).toEqual(budgets.map(({ screen }) => screen))
  for (const { screen, files, bytes, requests } of budgets) {
    const weight = shell.weights.find(one => one.screen === screen)
    expect(weight?.files, `${screen}: files`).toBeLessThanOrEqual(files)
    expect(weight?.bytes, `${screen}: bytes`).toBeLessThanOrEqual(bytes)
    expect(weight?.requests, `${screen}: requests`).toBeLessThanOrEqual(requests)
    // Files whose size was not found would weigh nothing.
    expect(weight?.bytes, `${screen}: bytes`).toBeGreaterThan(budgets[0]!.bytes / 2)
  }
})
