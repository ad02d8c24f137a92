// Converts days in files to timestamps in the database and back, in the programme's time zone.
import { dayOrTimestamp, momentOf, type WindowEnd } from '#domain/projects/window-days.ts'
import { emptyContent, type Content, type Row } from './content.ts'
import { kindNames, type KindName } from './kind.ts'
import { kinds } from './kinds.ts'

const endsOf = (kind: KindName): [column: string, end: WindowEnd][] =>
  Object.entries(kinds[kind].fields).flatMap(([column, { end }]) =>
    end === undefined ? [] : [[column, end]]
  )

function withTimes<R extends Row>(
  content: Content<R>,
  write: (end: WindowEnd, text: string) => string
): Content<R> {
  const written = emptyContent<R>()
  for (const kind of kindNames) {
    const ends = endsOf(kind)
    for (const [key, row] of content[kind]) {
      const times = ends.flatMap(([column, end]) => {
        const text = row.values[column]
        return typeof text === 'string' ? [[column, write(end, text)] as const] : []
      })
      written[kind].set(
        key,
        times.length === 0 ? row : { ...row, values: { ...row.values, ...Object.fromEntries(times) } }
      )
    }
  }
  return written
}

/** Content of files, with days converted to timestamps. */
export const withMoments = <R extends Row>(content: Content<R>, zone: string): Content<R> =>
  withTimes(content, (end, text) => momentOf(end, text, zone).toISOString())

/** Content of the database, with a day for each timestamp that is a whole day. */
export const withDays = <R extends Row>(content: Content<R>, zone: string): Content<R> =>
  withTimes(content, (end, text) => dayOrTimestamp(end, text, zone))
