// Reads a theme's folder, in the form that `npm run provision` takes, and adapts it to the programme and to today.

import { join } from 'node:path'
import { visibilitySentence } from '#domain/disclosure/visibility.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import { readFolder, type ReadFolder } from '#operations/provision/files/read-folder.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { PLAIN_THEME } from './themes.ts'

/** The date for which the folders are written. Their newest period is its year. */
export const WRITTEN_FOR = new Date('2026-11-20T12:00:00.000Z')

export const themeFolder = (theme: string): string => join(import.meta.dirname, 'content', theme)

type ThemeJson = string | number | boolean | null | undefined | ThemeJson[] | { [name: string]: ThemeJson }
type ThemeNode = Record<string, ThemeJson>

/** Reads a theme's folder, with dates relative to `now` and the programme's own settings. */
export function readTheme(theme: string, programme: RunningProgramme, now: Date): ReadFolder {
  const read = readFolder(themeFolder(theme), (_, values) => {
    const shifted = shiftDates(now, values as ThemeNode)
    return adaptTo(theme === PLAIN_THEME ? renameAdmins(shifted, programme.code) : shifted, programme)
  })
  if (read.ok) return read.value
  throw new Error(
    read.error.map(({ file, line, message }) => `${theme}/${file}:${line} ${message}`).join('\n')
  )
}

const mapTheme = (
  value: ThemeJson,
  change: (name: string, text: string, node: ThemeNode) => ThemeJson
): ThemeJson => {
  if (Array.isArray(value)) return value.map(one => mapTheme(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      typeof one === 'string' ? change(name, one, value) : mapTheme(one, change)
    ])
  )
}

/** Fields that name a period, or something named after one. */
const PERIOD_FIELDS = new Set(['time_period', 'time_period_name', 'document', 'document_name', 'file_name'])

/** Shifts years and dates by the distance from WRITTEN_FOR to `now`. */
function shiftDates(now: Date, values: ThemeNode): ThemeNode {
  const years = now.getUTCFullYear() - WRITTEN_FOR.getUTCFullYear()
  return mapTheme(values, (name, text, node) => {
    if (PERIOD_FIELDS.has(name)) return text.replaceAll(/\b20\d\d\b/g, year => String(Number(year) + years))
    if (!name.endsWith('_at')) return text
    if (node['time_period_name'] !== undefined)
      return String(Number(text.slice(0, 4)) + years) + text.slice(4)
    const isOfProject = node['collection_opens_at'] !== undefined
    const year = isOfProject ? Number(node['time_period']) : undefined
    const from = year === undefined ? WRITTEN_FOR : noonIn(year, WRITTEN_FOR)
    const to = year === undefined ? now : noonIn(year + years, now)
    const isDay = isCalendarDate(text)
    const written = Date.parse(isDay ? `${text}T12:00:00Z` : text)
    const moved = new Date(to.getTime() + written - from.getTime()).toISOString()
    return isDay ? moved.slice(0, 10) : moved
  }) as ThemeNode
}

/** The same day in another year. */
function noonIn(year: number, day: Date): Date {
  const moved = new Date(day)
  moved.setUTCFullYear(year)
  moved.setUTCHours(12, 0, 0, 0)
  return moved
}

const renameAdmins = (values: ThemeNode, code: string): ThemeNode =>
  mapTheme(values, (name, text) =>
    name === 'email_address'
      ? text.replace(`@${PLAIN_THEME}.`, `@${code}.`)
      : name === 'file_name'
        ? text.replace(new RegExp(`^${PLAIN_THEME}-`), `${code}-`)
        : text
  ) as ThemeNode

/** Replaces the explorer types and the minimum in the files by the programme's. */
function adaptTo(values: ThemeNode, { explorerTypes, minimumPeerCount }: RunningProgramme): ThemeNode {
  if (Array.isArray(values['collections'])) return withTypes(values, explorerTypes)
  if (values['visibility'] === undefined) return values
  const sentence = (minimum_count: ThemeJson): string =>
    visibilitySentence({ ...values, minimum_count, isAdmin: false } as unknown as Parameters<
      typeof visibilitySentence
    >[0])
  const abouts = mapTheme(values['abouts'], (_, text) =>
    text.replace(sentence(values['minimum_count']), sentence(minimumPeerCount))
  )
  return {
    ...values,
    abouts,
    minimum_count: minimumPeerCount,
    explorer_types: explorerTypes
  }
}

/** Repeats the collections of the folder's first explorer type for each type of the programme. Only the first has a dashboard. */
function withTypes(values: ThemeNode, types: RunningProgramme['explorerTypes']): ThemeNode {
  const [first] = types
  const all = values['collections'] as ThemeNode[]
  const own = all.filter(({ explorer_type }) => explorer_type === all[0]?.['explorer_type'])
  const collections = types.flatMap(({ explorer_type }) =>
    own.map(one => ({
      ...one,
      explorer_type,
      is_dashboard: one['is_dashboard'] === true && explorer_type === first?.explorer_type
    }))
  )
  const charts = (values['charts'] as ThemeNode[]).map(chart => ({
    ...chart,
    collection: (chart['collection'] as string).replace(/^[^/]*/, first?.explorer_type ?? '')
  }))
  return { ...values, collections, charts }
}
