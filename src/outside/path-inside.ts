/** Whether a path, with / between its parts, stays below the folder or prefix that it is put behind: none of its parts leads up, or nowhere. */
export const isPathInside = (path: string): boolean =>
  !/[\\\0]/.test(path) && path.split('/').every(part => part !== '' && part !== '.' && part !== '..')
