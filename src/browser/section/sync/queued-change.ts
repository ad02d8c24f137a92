import type { CellChange } from '#contract/section-submissions.ts'

export interface QueuedChange {
  key: string
  /** Identifies this edit of the cell, so that a later edit is not taken for acknowledged. */
  edit: string
  change: CellChange
}

/** About the size of a change in a body, in bytes. */
export function changeBytes({ change: { value } }: QueuedChange): number {
  if (typeof value === 'string') return 200 + value.length * 3
  return 200 + (Array.isArray(value) ? value.length * 12 : 0)
}
