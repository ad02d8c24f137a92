/** What the server keeps in its data directory. */
export const dataEntries = {
  /** The embedded database. */
  database: 'pglite',
  /** Names the process that uses the directory. */
  lock: 'lock',
  /** The secret that signs sessions if none is configured. */
  secret: 'secret',
  /** The folder of the socket for backups. */
  socket: 'control',
  /** Written and removed to check that the disk accepts writes. */
  probe: 'probe'
} as const
