// How the programme's dates are asked for. date-input.ts reads them; stored and exported dates are ISO dates.

import { formatFullDay } from '#lib/format.ts'
import { dateFormat } from '#lib/time/date-format.ts'

/** '30 Sep 2026', for hints and errors. */
export const dateExample = (): string => formatFullDay('2026-09-30')

/** 'day month year', 'month/day/year': the order in which a date is typed. */
export const dateOrder = (): string =>
  dateFormat().replace(/d+|M+|y+/g, part =>
    part.startsWith('d') ? 'day' : part.startsWith('M') ? 'month' : 'year'
  )
