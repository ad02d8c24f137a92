// What a check of the rows in files finds.

import type { ContentRow } from '#operations/provision/content.ts'
import type { Desired, DesiredRow } from '#operations/provision/desired.ts'

export interface CheckFault {
  message: string
  /** The field or list that has to change. */
  field?: string
  /** The row at fault, if it is a different one. */
  place?: DesiredRow
}

export interface CheckedContent extends Desired {
  /** Cells of charts that the files do not have and a run leaves in the database. */
  leftCells?: readonly ContentRow[]
}

export type DesiredCheck = (row: DesiredRow, desired: CheckedContent) => CheckFault[]

/** A check that finds at most one fault. */
export const single =
  (check: (row: DesiredRow, desired: CheckedContent) => string | undefined): DesiredCheck =>
  (row, desired) => {
    const message = check(row, desired)
    return message === undefined ? [] : [{ message }]
  }
