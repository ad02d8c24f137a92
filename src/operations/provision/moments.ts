// Converts days in files to timestamps in the database and back, in the programme's time zone.

import { dayOrTimestamp, windowMoment, type WindowEnd } from '#domain/projects/window-days.ts'
import { contentKindNames, type KindName } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import { emptyContent, type ContentTree, type ContentRow } from './content.ts'

const windowEnds = (kind: KindName): [column: string, end: WindowEnd][] =>
  Object.entries(contentKinds[kind].fields).flatMap(([column, { end }]) =>
    end === undefined ? [] : [[column, end]]
  )

function withTimes<R extends ContentRow>(
  content: ContentTree<R>,
  write: (end: WindowEnd, text: string) => string
): ContentTree<R> {
  const written = emptyContent<R>()
  for (const kind of contentKindNames) {
    const ends = windowEnds(kind)
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
export const withMoments = <R extends ContentRow>(content: ContentTree<R>, zone: string): ContentTree<R> =>
  withTimes(content, (end, text) => windowMoment(end, text, zone).toISOString())

/** Content of the database, with a day for each timestamp that is a whole day. */
export const withDays = <R extends ContentRow>(content: ContentTree<R>, zone: string): ContentTree<R> =>
  withTimes(content, (end, text) => dayOrTimestamp(end, text, zone))
