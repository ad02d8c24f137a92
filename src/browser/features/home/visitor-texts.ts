// What a programme tells visitors, from its site configuration, which can be replaced without a build: entries that do not fit are left out.

import { isRecord } from '#lib/is-record.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { dayIn, timeZone } from '#lib/time/time-zone.ts'
import type { VisitorHomeConfig } from '#programme/site-config.ts'

export type VisitorTexts = Required<VisitorHomeConfig>

const isTextOf = (entry: unknown, ...names: string[]): boolean =>
  isRecord(entry) && names.every(name => typeof entry[name] === 'string')

const listOf = <Entry>(list: readonly Entry[] | undefined, fits: (entry: Entry) => boolean): Entry[] =>
  Array.isArray(list) ? list.filter(fits) : []

/** The facts, the dates that have not passed, and the steps. */
export function readVisitorTexts(home: VisitorHomeConfig): VisitorTexts {
  const today = dayIn(presentTime(), timeZone())
  return {
    facts: listOf(home.facts, fact => isTextOf(fact, 'value', 'label')),
    key_dates: listOf(
      home.key_dates,
      entry => isTextOf(entry, 'date', 'text') && isCalendarDate(entry.date) && entry.date >= today
    ),
    how_to_join: listOf(home.how_to_join, step => typeof step === 'string')
  }
}

export const hasVisitorTexts = ({ facts, key_dates, how_to_join }: VisitorTexts): boolean =>
  facts.length + key_dates.length + how_to_join.length > 0
