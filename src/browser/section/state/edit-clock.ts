// Ids of edits. They sort by time across all tabs of a user, so that the newest edit wins wherever two meet:
// on disk, in a message, on the server.

export interface EditClock {
  /** Creates an id later than every edit seen so far. */
  next: () => string
  /** Observes an edit from another tab or an earlier visit, whose clock may have been ahead. */
  observe: (edit: string) => void
}

const TIME_DIGITS = 15
const COUNT_DIGITS = 6

/** `tab` distinguishes two tabs that edit in the same millisecond. */
export function createEditClock(tab: string, now: () => number): EditClock {
  let time = 0
  let count = 0
  return {
    next: () => {
      const present = Math.floor(now())
      count = present > time ? 0 : count + 1
      time = Math.max(time, present)
      return nameEdit(time, count, tab)
    },
    observe: edit => {
      const seen = Number(edit.slice(0, TIME_DIGITS))
      if (!(seen >= time)) return
      const seenCount = Number(edit.slice(TIME_DIGITS + 1, TIME_DIGITS + 1 + COUNT_DIGITS))
      count = seen > time ? seenCount : Math.max(count, seenCount)
      time = seen
    }
  }
}

export const nameEdit = (time: number, count: number, tab: string): string =>
  `${String(time).padStart(TIME_DIGITS, '0')}-${String(count).padStart(COUNT_DIGITS, '0')}-${tab}`

/** Milliseconds since 1970. */
export const timeOfEdit = (edit: string): number => Number(edit.slice(0, TIME_DIGITS)) || 0

export const tabOfEdit = (edit: string): string => edit.slice(TIME_DIGITS + COUNT_DIGITS + 2)
