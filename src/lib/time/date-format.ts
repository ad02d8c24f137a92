// The programme's date format. The first page sets it and formats nothing, so it is separate from src/lib/format.ts.

export const DATE_FORMATS = ['d MMM yyyy', 'dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

export const DEFAULT_DATE_FORMAT: DateFormat = 'd MMM yyyy'

let chosenDateFormat: DateFormat = DEFAULT_DATE_FORMAT

export const dateFormat = (): DateFormat => chosenDateFormat

/** A page belongs to one programme. The server, which serves several, does not change it. */
export const setDateFormat = (format: DateFormat): void => {
  chosenDateFormat = format
}
