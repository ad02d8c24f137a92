// The Chromium for browser tests and benchmarks: the machine's own if there is one, otherwise installed in whatever way the machine allows. Its
// headless shell is the same engine without windows and toolbars, which would take more than half of a test's time.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without this the shell rounds the width of each letter to whole pixels, unlike a browser with windows.
  '--font-render-hinting=none'
]

const SHELL = 'chromium-headless-shell'
const systemNames = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

function onPath(name: string): string | undefined {
  const found = spawnSync('which', [name], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : undefined
}

/** Path of a usable Chromium: CHROMIUM_PATH, then the system's, then Playwright's download; undefined if there is none. */
export function chromiumPath(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const own = chromium.executablePath()
  return systemNames.map(onPath).find(Boolean) ?? (existsSync(own) ? own : undefined)
}

function attempt(command: string, ...words: string[]): boolean {
  return spawnSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

/** Makes sure that a Chromium exists, or throws a sentence that says how to get one. */
export function installChromium(): string {
  const present = chromiumPath()
  if (present) return present
  console.log('Installing Chromium …')
  const isRoot = process.getuid?.() === 0
  if (isRoot && onPath('apt-get')) {
    attempt('apt-get', 'update', '-qq')
    const install = (name: string): boolean =>
      attempt('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name)
    // Not every distribution has the shell as a package of its own.
    if (!install(SHELL)) install('chromium')
  }
  if (!chromiumPath())
    attempt(
      process.execPath,
      'node_modules/@playwright/test/cli.js',
      'install',
      ...(isRoot ? ['--with-deps'] : []),
      'chromium'
    )
  const installed = chromiumPath()
  if (!installed)
    throw new Error(
      'No Chromium found and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one.'
    )
  execFileSync(installed, ['--version'], { stdio: 'ignore' })
  return installed
}
