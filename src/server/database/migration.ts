import type { TableMaker } from './table-maker.ts'

/**
 * One step of the schema. A process of the version before runs beside the one that migrates, so a step only adds: tables, and columns that
 * may be null or have a default. What takes away or narrows waits for a later version and says so.
 */
export interface Migration {
  name: string
  /** The earlier migration that replaced what this one takes away: no process older than that may run beside it. */
  contracts?: string
  up(make: TableMaker): Promise<void>
}
