import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** Whether a path with / as separator stays inside the folder or prefix that it is appended to: no part is empty, `.` or `..`. */
export const isPathInside = (path: string): boolean =>
  !/[\\\0]/.test(path) && path.split('/').every(part => part !== '' && part !== '.' && part !== '..')

/** Whether a folder, which may not exist yet, is another one or below it, also by way of links. */
export const isSameOrInside = (folder: string, other: string): boolean =>
  `${realPath(folder)}${sep}`.startsWith(`${realPath(other)}${sep}`)

function realPath(folder: string): string {
  const path = resolve(folder)
  return existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path))
}
