import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'

// A gate that looks at nothing passes always. Each canary plants one violation and expects the report to name its rule.

const planted: string[] = []

function plant(file: string, text: string): void {
  mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true })
  writeFileSync(file, text)
  planted.push(file)
}

afterEach(() => {
  for (const file of planted.splice(0)) rmSync(file, { force: true })
})

function cruise(file: string): string {
  const words = ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', file]
  const { stdout, stderr } = spawnSync('node_modules/.bin/depcruise', words, { encoding: 'utf8' })
  return stdout + stderr
}

test.each([
  ['lib-imports', 'src/lib/canary.ts', `import type { Endpoint } from '#contract/endpoint.ts'\nexport type Canary = Endpoint\n`],
  ['domain-imports', 'src/domain/canary.ts', `export { call } from '#api/call.ts'\n`],
  ['ui-imports', 'src/ui/canary.ts', `export { MINIMUM_PEERS } from '#contract/limits.ts'\n`],
  ['browser-without-node', 'src/domain/canary.ts', `export { readFileSync } from 'node:fs'\n`],
  ['browser-without-server-packages', 'src/stores/canary.ts', `export { Hono } from 'hono'\n`],
  ['server-without-browser-packages', 'src/server/canary.ts', `export { useState } from 'react'\n`],
  ['screens-do-not-call', 'src/features/accounts/canary.tsx', `export { call } from '#api/call.ts'\n`],
  ['features-apart', 'src/features/home/canary.ts', `export type { default } from '#features/accounts/login-screen.tsx'\n`],
  ['product-without-tests', 'src/server/canary.ts', `export { chromiumPath } from '../../tests/support/browser.ts'\n`]
])('%s is reported', (rule, file, text) => {
  plant(file, text)
  expect(cruise(file)).toContain(rule)
})
