import { dateOf, type DayOrTimestampText } from '#lib/format.ts'

let longDay: Intl.DateTimeFormat | undefined

/** 'Friday 27 November': for deadlines. */
export function formatLongDay(at: DayOrTimestampText): string {
  longDay ??= new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
  return longDay.format(dateOf(at)).replace(',', '')
}
