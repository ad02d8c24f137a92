// Writes files with untrusted names, such as those of an exported programme.

import { closeSync, mkdirSync, openSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isPathInside, isSameOrInside } from './path-inside.ts'

/** Whether a folder is missing or empty, so that nothing is overwritten. */
export const isFree = (folder: string): boolean => {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return true
  }
}

/** Removes the folders from `folder` up to `top`, which this run has made, as far as nobody has put anything into them. */
export function removeEmptyFolders(folder: string, top: string): void {
  try {
    for (let each = resolve(folder); isSameOrInside(each, resolve(top)); each = dirname(each)) rmdirSync(each)
  } catch {
    // Others have put something there, or have removed it. Why the run failed says more.
  }
}

/** The paths that lead out of the folder. */
const pathsOutside = (files: ReadonlyMap<string, unknown>): string[] =>
  [...files.keys()].filter(path => !isPathInside(path))

/** Writes to an empty or new folder: everything or nothing. Nothing is written if one of the paths leads out of it. */
export function writeNewFolder(folder: string, files: ReadonlyMap<string, string | Buffer>): void {
  const [stray] = pathsOutside(files)
  if (stray !== undefined) throw new Error(`"${stray}" leads out of ${folder}. Nothing was written.`)
  const undoSteps: (() => void)[] = []
  try {
    for (const [path, content] of files) {
      const file = join(folder, path)
      const made = mkdirSync(dirname(file), { recursive: true })
      if (made !== undefined) undoSteps.push(() => removeEmptyFolders(dirname(file), made))
      // The folder was empty, so a file that appeared since then belongs to someone else.
      const descriptor = openSync(file, 'wx')
      undoSteps.push(() => rmSync(file, { force: true }))
      try {
        writeFileSync(descriptor, content)
      } finally {
        closeSync(descriptor)
      }
    }
  } catch (error) {
    for (const undo of undoSteps.toReversed()) undo()
    throw error
  }
}
