// The selection in the explorer, as the URL stores it: tp, s, org, o, peerGroupId, f, avg, ci, tab, focus, sort (product 18). The URL is the single source
// of truth, so that a choice survives a reload, works with Back and can be shared.

import {
  parseIdParameter,
  readChoices,
  writeChoices,
  type AddressChoices
} from '#browser/navigation/address-choices.ts'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { AverageName } from '#contract/chart-data.ts'
import type { Filter } from '#contract/filters.ts'
import { peerGroupIdsIn, PEER_GROUP_PARAMETER } from '#domain/disclosure/peer-groups.ts'
import { withTerms } from '#domain/projects/submission-word.ts'

export interface FilterChoice {
  filterId: number
  optionName: string
}

/** What the URL does not choose of period, submission and organisation is null. */
export interface ExplorerSelection extends AddressChoices {
  /** Marked in charts. */
  otherSubmissionIds: readonly number[]
  peerGroupIds: readonly number[]
  filters: readonly FilterChoice[]
  averages: readonly AverageName[]
  /** Whether intervals are drawn. */
  intervals: boolean
  /** Id of an output type. */
  tab: number | null
  focus: 'table' | 'charts'
  /** The column of a table, with a leading minus for descending. */
  sort: string | null
}

export const ALL_AVERAGES: readonly AverageName[] = ['Mean', 'Median', 'Q1', 'Q3']

/** Ignores invalid parameters: `unreadableChoices` names them. */
export function readSelection(search: string): ExplorerSelection {
  const query = new URLSearchParams(search)
  const sort = query.get('sort')
  return {
    ...readChoices(query),
    otherSubmissionIds: parseOtherSubmissions(query.getAll('o')),
    peerGroupIds: peerGroupIdsIn(query),
    filters: query.getAll('f').flatMap(parseFilter),
    averages: parseAverages(query.get('avg')),
    intervals: query.get('ci') === '1',
    tab: parseIdParameter(query.get('tab')),
    focus: query.get('focus') === 'charts' ? 'charts' : 'table',
    sort: sort !== null && /^-?[a-z]{1,20}$/.test(sort) ? sort : null
  }
}

/** What an address asks for in a form that nobody can read, in words for a sentence. */
export function unreadableChoices(search: string): readonly string[] {
  const query = new URLSearchParams(search)
  const isUnreadable = (text: string): boolean => parseIdParameter(text) === null
  const chosen: readonly [string, boolean][] = [
    ['a filter', query.getAll('f').some(text => parseFilter(text).length === 0)],
    [withTerms('marked {submissions}'), query.getAll('o').some(isUnreadable)],
    ['a peer group', query.getAll(PEER_GROUP_PARAMETER).some(text => text !== 'null' && isUnreadable(text))],
    ['averages', (query.get('avg') ?? 'none').split(',').some(isUnknownAverage)],
    ['a kind of chart', query.getAll('tab').some(isUnreadable)]
  ]
  return chosen.flatMap(([name, isAsked]) => (isAsked ? [name] : []))
}

const isUnknownAverage = (name: string): boolean =>
  name !== 'none' && !ALL_AVERAGES.some(known => known === name)

/** More marks than this cannot be told apart. */
export const MAX_MARKED = 20

const parseOtherSubmissions = (texts: readonly string[]): readonly number[] =>
  [...new Set(texts.map(parseIdParameter).filter(id => id !== null))].slice(0, MAX_MARKED)

/** `3:North`: the filter's id and an option's name. */
function parseFilter(text: string): FilterChoice[] {
  const colon = text.indexOf(':')
  const filterId = parseIdParameter(text.slice(0, Math.max(0, colon)))
  const optionName = text.slice(colon + 1)
  return filterId === null || optionName === '' || optionName.length > 200 ? [] : [{ filterId, optionName }]
}

function parseAverages(text: string | null): readonly AverageName[] {
  return text === null ? ALL_AVERAGES : chosenAverages(text.split(','))
}

const knownChoices = new Map<string, readonly AverageName[]>([[ALL_AVERAGES.join(), ALL_AVERAGES]])

/** The averages among some names, in order. The same names give the same array, so that nothing is drawn again. */
export function chosenAverages(names: readonly string[]): readonly AverageName[] {
  const chosen = ALL_AVERAGES.filter(name => names.includes(name))
  const key = chosen.join()
  const known = knownChoices.get(key) ?? chosen
  knownChoices.set(key, known)
  return known
}

/** The selection as a query with its question mark, without defaults. */
export function writeSelection(selection: ExplorerSelection): string {
  const query = new URLSearchParams()
  const setId = (name: string, id: number | null): void => {
    if (id !== null) query.set(name, String(id))
  }
  writeChoices(query, selection)
  for (const id of selection.otherSubmissionIds) query.append('o', String(id))
  for (const id of selection.peerGroupIds) query.append(PEER_GROUP_PARAMETER, String(id))
  for (const { filterId, optionName } of selection.filters) query.append('f', `${filterId}:${optionName}`)
  if (selection.averages.length < ALL_AVERAGES.length)
    query.set('avg', selection.averages.join(',') || 'none')
  if (selection.intervals) query.set('ci', '1')
  setId('tab', selection.tab)
  if (selection.focus !== 'table') query.set('focus', selection.focus)
  if (selection.sort !== null) query.set('sort', selection.sort)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The selection for another chart or group: the tab and the order belong to one chart. */
export const carryOver = (selection: ExplorerSelection): ExplorerSelection => ({
  ...selection,
  tab: null,
  sort: null
})

/** The chosen filters by name, without choices that are not offered: in another period, or in an old link. */
export function activeFilters(choices: readonly FilterChoice[], offered: readonly Filter[]): ActiveFilter[] {
  return offered.flatMap(filter => {
    const names = new Set(
      choices.filter(choice => choice.filterId === filter.filter_id).map(choice => choice.optionName)
    )
    const option_list = filter.option_list
      .filter(option => names.has(option.option_name))
      .map(({ option_name }) => ({ option_name }))
    return option_list.length === 0
      ? []
      : [{ filter_id: filter.filter_id, filter_name: filter.filter_name, option_list }]
  })
}

export const filterChoices = (filters: readonly ActiveFilter[]): FilterChoice[] =>
  filters.flatMap(filter =>
    filter.option_list.map(option => ({ filterId: filter.filter_id, optionName: option.option_name }))
  )
