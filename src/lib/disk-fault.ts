const diskFaultSentences: Record<string, (path: string) => string> = {
  ENOSPC: path =>
    `The disk is full${path && `, so ${path} could not be written`}. Free some space and run this again.`,
  EDQUOT: path =>
    `The disk quota is used up${path && `, so ${path} could not be written`}. Free some space and run this again.`,
  EROFS: path => `${path || 'The folder'} is on a disk that can only be read. Choose another folder.`,
  EACCES: path =>
    `${path || 'A file'} may not be read or written by this user. Change its permissions, or choose another folder.`,
  EPERM: path =>
    `${path || 'A file'} may not be changed by this user. Change its permissions, or choose another folder.`,
  EEXIST: path => `${path || 'A file'} already exists. Choose another name.`,
  ENOENT: path => `There is no ${path || 'such file'}. Check its name and its folder.`,
  ENOTDIR: path => `${path || 'A part of the path'} is a file, not a folder. Choose another folder.`,
  /** PostgreSQL's disk_full. */
  '53100': () => 'The disk of the database is full. Free some space there and run this again.'
}

/** What to do when a file cannot be written or read, in one or two sentences; null for any other error. */
export function diskFaultText(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, path } = error as NodeJS.ErrnoException
  return diskFaultSentences[String(code)]?.(path ?? '') ?? diskFaultText(error.cause)
}
