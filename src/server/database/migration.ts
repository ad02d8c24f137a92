import type { TableMaker } from './table-maker.ts'

export interface Migration {
  name: string
  up(make: TableMaker): Promise<void>
}
