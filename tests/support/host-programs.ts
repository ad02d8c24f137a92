// The programs of real hosts, for the tests that take long: nginx and Caddy as the distribution's packages, Cloudflare's and Netlify's from npm. None of
// them is a dependency of the project; each is installed when a test asks for it, and named when it cannot be.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../.cache/hosts', import.meta.url))

const packages = {
  wrangler: '4.164.0',
  'netlify-headers-parser': '7.1.4',
  'netlify-redirect-parser': '14.4.0'
}
type Package = keyof typeof packages

const programs = { nginx: 'nginx-light', caddy: 'caddy' }
type Program = keyof typeof programs

function answers(command: string, word: string): boolean {
  return spawnSync(command, [word], { stdio: 'ignore' }).status === 0
}

/** The command of a host's program, if it is there. */
export const programCommand = (program: Program): string | undefined =>
  [program, `/usr/sbin/${program}`].find(command => answers(command, program === 'nginx' ? '-v' : 'version'))

const packageFolder = (name: Package): string => join(folder, 'node_modules', name)

export const hasPackage = (name: Package): boolean => existsSync(packageFolder(name))

/** The command of a package from npm. */
export const packageCommand = (name: Package): string => join(folder, 'node_modules/.bin', name)

/** Where Node finds a package from npm. */
export const packageEntry = (name: Package): string =>
  createRequire(join(folder, 'package.json')).resolve(name)

function installPackages(): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error'],
    {
      cwd: folder,
      stdio: 'ignore'
    }
  )
}

/** Installs what can be installed here. Answers what is missing all the same, each with its reason. */
export function installHosts(): string[] {
  if (!Object.keys(packages).every(name => hasPackage(name as Package))) installPackages()
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
    ...Object.keys(packages).flatMap(name =>
      hasPackage(name as Package) ? [] : [`${name}: npm could not install it`]
    )
  ]
}
