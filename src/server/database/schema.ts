import type { Kysely, Transaction } from 'kysely'
import type { QueriedTable } from './column-types.ts'
import type { Rows } from './row-types.ts'

/** Every table by name, for typed queries. The migrations beside this file create the tables. */
export type DatabaseSchema = { [Name in keyof Rows]: QueriedTable<Name> }

export type Database = Kysely<DatabaseSchema>
export type Tx = Transaction<DatabaseSchema>
