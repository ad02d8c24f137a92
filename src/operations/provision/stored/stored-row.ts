// A row as it is in the database.

import type { ContentTree, ContentRow } from '#operations/provision/content.ts'

export interface StoredContentRow extends ContentRow {
  /** The columns that identify it in its table, besides programme_id. */
  identity: Record<string, number>
  /** The id of its parent, by column. */
  owner: Record<string, number>
  /** False once it is retired. */
  isActive: boolean
  /** Neither it nor anything that it depends on is retired. */
  isUsed: boolean
  storedOrder: number
}

/** The id of a row of a kind with an id. */
export const rowId = ({ identity }: StoredContentRow): number => Object.values(identity)[0] ?? 0

export type StoredContent = ContentTree<StoredContentRow>
