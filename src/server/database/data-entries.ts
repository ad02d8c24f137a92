/** What the server keeps in its data directory. */
export const dataEntries = {
  /** The embedded database. */
  database: 'pglite',
  /** Says which process uses the directory. */
  lock: 'lock',
  /** What sessions are signed with where no secret is configured. */
  secret: 'secret',
  /** The folder of the socket for backups. */
  socket: 'control',
  /** Written and removed to see whether the disk takes more. */
  probe: 'probe'
} as const
