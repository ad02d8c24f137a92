// Each file of the client tests has a page of its own, as each load in a browser has: a new window, and modules that have not run yet. Only packages
// and compiled code are shared by the files of a worker: loading them costs more than most files do.

import * as database from 'fake-indexeddb'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { keepGlobals } from './global-state.ts'
import './rotation.ts'

// Work on a database ends after its page.
const { default: _default, indexedDB: _indexedDB, forceCloseDatabase: _forceClose, ...classes } = database
Object.assign(globalThis, classes)

const environment = { ...process.env }
const restoreGlobals = keepGlobals()
// Modules of the last file know its window.
vi.resetModules()
const { clearStores, closePage, openAt } = await import('./page.ts')
const { configurePatience } = await import('./patience.ts')
await configurePatience()

beforeEach(() => {
  openAt('/')
  clearStores()
})

afterEach(() => vi.useRealTimers())

// Of the hooks after a file, the first to be registered runs last.
afterAll(async () => {
  const left = document.body.innerHTML
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  // Code that is still loading draws when it comes.
  await vi.dynamicImportSettled()
  await closePage()
  restoreGlobals()
  requireNothingLeft(left)
})

function requireNothingLeft(shown: string): void {
  // What is still shown would go on working, on the page of the next file.
  expect(shown).toBe('')
  expect(process.env).toEqual(environment)
}
