// Programs from npm that only long tests need. They are not dependencies of the project: each is installed, at an exact version, when a test needs
// it.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface NpmTools<Name extends string> {
  /** Installs missing programs. Returns those that could not be installed, with reasons. */
  install: () => string[]
  has: (name: Name) => boolean
  /** The path of a program. */
  command: (program: string) => string
  /** The path that Node loads a package from. */
  entry: (name: Name) => string
  folder: string
}

export function npmTools<Name extends string>(
  title: string,
  packages: Readonly<Record<Name, string>>
): NpmTools<Name> {
  const folder = fileURLToPath(new URL(`../../.cache/${title}`, import.meta.url))
  const names = Object.keys(packages) as Name[]
  const has = (name: Name): boolean => {
    const path = join(folder, 'node_modules', name, 'package.json')
    if (!existsSync(path)) return false
    return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version === packages[name]
  }
  return {
    folder,
    has,
    command: program => join(folder, 'node_modules/.bin', program),
    entry: name => createRequire(join(folder, 'package.json')).resolve(name),
    install() {
      if (!names.every(has)) {
        mkdirSync(folder, { recursive: true })
        writeFileSync(
          join(folder, 'package.json'),
          JSON.stringify({ private: true, type: 'module', dependencies: packages })
        )
        spawnSync(
          'npm',
          ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error'],
          { cwd: folder, stdio: 'ignore' }
        )
      }
      return names.filter(name => !has(name)).map(name => `${name}: npm could not install it`)
    }
  }
}
