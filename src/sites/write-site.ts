import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { PlannedFile } from './stamp.ts'

export interface Written {
  written: number
  removed: number
}

/** Relative paths of files and folders below a directory, with slashes. */
function listFiles(directory: string): { files: Set<string>; folders: string[] } {
  const files = new Set<string>()
  const folders: string[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        visit(path)
        folders.push(path)
      } else files.add(path)
    }
  }
  visit('')
  return { files, folders }
}

function hasSameContent(file: PlannedFile, target: string): boolean {
  if ('content' in file)
    return typeof file.content === 'string'
      ? readFileSync(target, 'utf8') === file.content
      : readFileSync(target).equals(file.content)
  const [there, shared] = [statSync(target), statSync(file.sharedWith)]
  if (there.ino === shared.ino && there.dev === shared.dev) return true
  return there.size === shared.size && readFileSync(target).equals(readFileSync(file.sharedWith))
}

/** A hard link if the file system supports it, otherwise a copy. */
function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if (
      !['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')
    )
      throw error
    copyFileSync(source, target)
  }
}

/** The old file may be hard-linked or open, so it is replaced, not overwritten. */
function writeFile(file: PlannedFile, target: string, exists: boolean): void {
  const path = exists ? `${target}.new` : target
  // A killed build may have left one, which a link would not replace.
  if (exists) rmSync(path, { force: true })
  if ('content' in file) writeFileSync(path, file.content)
  else linkOrCopy(file.sharedWith, path)
  if (exists) renameSync(path, target)
}

/**
 * Makes a directory contain exactly these files, written in this order. Writes only what differs and removes
 * only what is stale.
 */
export function writeSite(directory: string, files: readonly PlannedFile[]): Written {
  const isNew = mkdirSync(directory, { recursive: true }) !== undefined
  const before = isNew ? { files: new Set<string>(), folders: [] } : listFiles(directory)
  const made = new Set(before.folders)
  let written = 0
  for (const file of files) {
    const target = `${directory}/${file.path}`
    const exists = before.files.delete(file.path)
    if (exists && hasSameContent(file, target)) continue
    makeSiteFolder(directory, dirname(file.path), made)
    writeFile(file, target, exists)
    written++
  }
  for (const stale of before.files) rmSync(join(directory, stale), { force: true })
  removeEmpty(directory, before.folders)
  return { written, removed: before.files.size }
}

/** Creates a folder and its parents once: creating an existing one costs as much as a new one. */
function makeSiteFolder(directory: string, folder: string, made: Set<string>): void {
  if (folder === '.' || made.has(folder)) return
  makeSiteFolder(directory, dirname(folder), made)
  mkdirSync(join(directory, folder))
  made.add(folder)
}

/** Folders come after their contents, so that a folder that became empty is removed too. */
function removeEmpty(directory: string, folders: readonly string[]): void {
  for (const folder of folders) {
    const path = join(directory, folder)
    if (readdirSync(path).length === 0) rmdirSync(path)
  }
}
