/** Whether a path with / as separator stays inside the folder or prefix that it is appended to: no part is empty, `.` or `..`. */
export const isPathInside = (path: string): boolean =>
  !/[\\\0]/.test(path) && path.split('/').every(part => part !== '' && part !== '.' && part !== '..')
