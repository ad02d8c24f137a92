import type { Migration } from '../migration.ts'

/** Those that end something, and those that begin it. */
const ENDS = {
  project_periods: ['registration_closes_at', 'collection_closes_at', 'closed_at'],
  questionnaire_periods: ['closes_at']
}
const BEGINNINGS = {
  project_periods: ['registration_opens_at', 'collection_opens_at'],
  questionnaire_periods: ['opens_at']
}

/**
 * A day in a file was midnight UTC, so that a window closed as its last day began. A closing moment at midnight UTC now becomes the end of that day
 * in London, which is the time zone of every programme so far and is later everywhere; an opening one the beginning of its day there. Moments with
 * a time of their own stay, and so does when figures were published.
 */
export const wholeDays: Migration = {
  name: '025-whole-days',
  async up(make) {
    for (const [columns, days] of [
      [ENDS, 1],
      [BEGINNINGS, 0]
    ] as const)
      for (const [table, names] of Object.entries(columns))
        for (const name of names)
          await make.run(
            `update ${table} set ${name} = ((${name} at time zone 'UTC') + interval '${days} day') at time zone 'Europe/London'
             where (${name} at time zone 'UTC')::time = '00:00'`
          )
  }
}
