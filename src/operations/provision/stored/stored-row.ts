// A row as it is in the database.

import type { ContentTree, ContentRow } from '#operations/provision/content.ts'

export interface StoredContentRow extends ContentRow {
  /** The columns that find it in its table, besides the programme's. */
  identity: Record<string, number>
  /** The id of what it belongs to, by its column. */
  owner: Record<string, number>
  /** False once it is retired. */
  isActive: boolean
  /** Not retired, and neither is anything that it needs. */
  isUsed: boolean
  storedOrder: number
}

export type StoredContent = ContentTree<StoredContentRow>
