// When a window opens or closes, with the year, for files and logs.

import { formatFullDay } from '#lib/format.ts'
import { isWholeDay, windowDay, windowTime, type WindowEnd } from './window-days.ts'

/** '18 Jan 2027', or '18 Jan 2027, 17:00' if it is not a whole day. */
export function formatWindowEnd(end: WindowEnd, moment: string): string {
  const day = formatFullDay(windowDay(end, moment))
  return isWholeDay(end, moment) ? day : `${day}, ${windowTime(end, moment)}`
}
