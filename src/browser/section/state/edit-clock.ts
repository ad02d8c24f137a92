// Ids of edits. They sort in the order of typing across all tabs of this device, so that the newest edit wins wherever two meet:
// on disk, in a message, on the server. The device's clock may be set at any time, so each id is also later than the newest one of any tab.

export interface EditClock {
  /** Creates an id later than every edit seen so far. */
  next: () => string
  /** Observes an edit from another tab or an earlier visit, whose clock may have been ahead. */
  observe: (edit: string) => void
}

const TIME_DIGITS = 15
const COUNT_DIGITS = 6
/** A tab writes a time that is ahead by this much, because writing at each key would cost as much as the rest of the key. */
const AHEAD_MS = 1000

/** Not earlier than any edit of any tab on this device; empty if none is known. Read synchronously, because a tab that crashes reports nothing. */
export interface NewestEdit {
  read: () => string
  write: (edit: string) => void
}

/** `tab` distinguishes two tabs that edit at the same moment. */
export function createEditClock(tab: string, now: () => number, newest: NewestEdit): EditClock {
  let time = 0
  let count = 0
  /** Later than each edit of this tab. */
  let written = ''
  const observe = (edit: string): void => {
    const seen = Number(edit.slice(0, TIME_DIGITS))
    if (!(seen >= time)) return
    const seenCount = Number(edit.slice(TIME_DIGITS + 1, TIME_DIGITS + 1 + COUNT_DIGITS))
    count = seen > time ? seenCount : Math.max(count, seenCount)
    time = seen
  }
  return {
    next: () => {
      const known = newest.read()
      if (known !== written) observe(known)
      const present = Math.floor(now())
      count = present > time ? 0 : count + 1
      time = Math.max(time, present)
      const edit = nameEdit(time, count, tab)
      if (known !== written || edit >= written) {
        written = nameEdit(time + AHEAD_MS, 0, tab)
        newest.write(written)
      }
      return edit
    },
    observe
  }
}

export const nameEdit = (time: number, count: number, tab: string): string =>
  `${String(time).padStart(TIME_DIGITS, '0')}-${String(count).padStart(COUNT_DIGITS, '0')}-${tab}`

export const tabOfEdit = (edit: string): string => edit.slice(TIME_DIGITS + COUNT_DIGITS + 2)
