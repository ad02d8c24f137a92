// Programs of real hosts, a spreadsheet and Python for tests: nginx, Caddy, LibreOffice and Python as packages of the distribution, Cloudflare's and
// Netlify's from npm. None of them is a dependency of the project; each is installed when a test needs it, and reported if that fails.

import { spawnSync } from 'node:child_process'
import { npmTools } from './npm-tools.ts'

const packages = {
  wrangler: '4.164.0',
  'netlify-headers-parser': '7.1.4',
  'netlify-redirect-parser': '14.4.0'
}
const tools = npmTools('hosts', packages)
const programs = { nginx: 'nginx-light', caddy: 'caddy', soffice: 'libreoffice-calc', python3: 'python3' }
const versionWords = { nginx: '-v', caddy: 'version', soffice: '--version', python3: '--version' }
type Program = keyof typeof programs

function answers(command: string, word: string): boolean {
  return spawnSync(command, [word], { stdio: 'ignore' }).status === 0
}

/** The command of a program, if it is installed. */
export const programCommand = (program: Program): string | undefined =>
  [program, `/usr/sbin/${program}`].find(command => answers(command, versionWords[program]))

export const { has: hasPackage, command: packageCommand, entry: packageEntry } = tools

/** Installs what can be installed here. Returns what is still missing, with reasons. */
export function installHosts(): string[] {
  const missing = tools.install()
  for (const [program, name] of Object.entries(programs)) {
    if (programCommand(program as Program) === undefined && process.getuid?.() === 0)
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'ignore' })
  }
  return [
    ...Object.keys(programs).flatMap(name =>
      programCommand(name as Program)
        ? []
        : [`${name}: it is not installed and there is no package for it here`]
    ),
    ...missing
  ]
}
