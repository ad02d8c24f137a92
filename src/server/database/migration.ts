import type { TableMaker } from './table-maker.ts'

/**
 * One step of the schema. A process of the previous version runs beside the one that migrates, so a step only adds: tables, and columns that
 * may be null or have a default. Dropping or narrowing waits for a later version, in a migration with `contracts`.
 */
export interface Migration {
  name: string
  /** The earlier migration whose replacement this one completes: no process older than that may run beside it. */
  contracts?: string
  up(make: TableMaker): Promise<void>
}
