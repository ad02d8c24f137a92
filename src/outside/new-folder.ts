// Writes files with untrusted names, such as those of an exported programme.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isPathInside } from './path-inside.ts'

/** Whether a folder is missing or empty, so that nothing is overwritten. */
export const isFree = (folder: string): boolean => {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return true
  }
}

/** Removes what was written to a folder that was empty. */
export function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
}

/** The paths that lead out of the folder. */
const pathsOutside = (files: ReadonlyMap<string, unknown>): string[] =>
  [...files.keys()].filter(path => !isPathInside(path))

/** Writes to an empty or new folder. Nothing is written if one of the paths leads out of it. */
export function writeNewFolder(folder: string, files: ReadonlyMap<string, string | Buffer>): void {
  const [stray] = pathsOutside(files)
  if (stray !== undefined) throw new Error(`"${stray}" leads out of ${folder}. Nothing was written.`)
  for (const [path, content] of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    // The folder was empty, so a file that appeared since then belongs to someone else.
    writeFileSync(join(folder, path), content, { flag: 'wx' })
  }
}
