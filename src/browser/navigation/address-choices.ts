// The choices in an address besides its page: the period, the submission and, for admins, the organisation that they act for. Nothing else
// reads or writes these parameters.

import { atom } from 'nanostores'
import { sitePath } from '#lib/url/site-path.ts'
import { paths } from '#programme/paths.ts'

export interface AddressChoices {
  timePeriodId: number | null
  submissionId: number | null
  organisationId: number | null
}

export type ChoiceName = keyof AddressChoices

const PARAMETERS: Record<ChoiceName, string> = {
  timePeriodId: 'tp',
  submissionId: 's',
  organisationId: 'org'
}

const choiceNames = Object.keys(PARAMETERS) as ChoiceName[]

export const projectCodeIn = (path: string): string | null => /^\/projects\/([^/]+)/.exec(path)?.[1] ?? null

/** The choices that a page depends on. A section belongs to one submission. */
export function choicesOf(path: string): readonly ChoiceName[] {
  if (path === paths.documents()) return ['timePeriodId']
  if (path === paths.organisation() || path === paths.projects()) return ['timePeriodId', 'organisationId']
  const code = projectCodeIn(path)
  if (code === null) return []
  const isSection = path.startsWith(`/projects/${code}/data-collection/`)
  return isSection ? ['timePeriodId', 'organisationId'] : choiceNames
}

export const parseIdParameter = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

/** Pages where only a submission of the organisation can be chosen. The pages of results take any that the reader may see, and check it themselves. */
export const takesOwnSubmissions = (path: string): boolean =>
  choicesOf(path).includes('submissionId') &&
  /^\/projects\/[^/]+(?:\/(?:about|registration|data-collection))?$/.test(path)

/** Null where the address names none, or something that cannot be an id. */
export function readChoices(query: URLSearchParams): AddressChoices {
  const read = (name: ChoiceName): number | null => parseIdParameter(query.get(PARAMETERS[name]))
  return {
    timePeriodId: read('timePeriodId'),
    submissionId: read('submissionId'),
    organisationId: read('organisationId')
  }
}

/** Null removes a choice; omitted ones are unchanged. */
export function writeChoices(query: URLSearchParams, choices: Partial<AddressChoices>): void {
  for (const name of choiceNames) {
    const id = choices[name]
    if (id === null) query.delete(PARAMETERS[name])
    else if (id !== undefined) query.set(PARAMETERS[name], String(id))
  }
}

/** Whether an address contains a choice. 0 is one too: documents of all periods. */
export const namesChoice = (query: URLSearchParams, name: ChoiceName): boolean => query.has(PARAMETERS[name])

/** Whether an address names something that cannot be an id. A 0 names nothing. */
export const isUnreadableChoice = (query: URLSearchParams, name: ChoiceName): boolean =>
  namesChoice(query, name) &&
  query.get(PARAMETERS[name]) !== '0' &&
  parseIdParameter(query.get(PARAMETERS[name])) === null

/** Adds the choices that its page depends on and that an address does not name. */
export function addChoices(href: string, choices: AddressChoices): string {
  if (sitePath(href) === null) return href
  const { pathname, searchParams, hash } = new URL(href, location.origin)
  for (const name of choicesOf(pathname))
    if (choices[name] !== null && !namesChoice(searchParams, name))
      writeChoices(searchParams, { [name]: choices[name] })
  const query = searchParams.toString()
  return pathname + (query === '' ? '' : `?${query}`) + hash
}

/** Choices in the address that the page cannot show. */
export const $refusedChoices = atom<readonly ChoiceName[]>([])

export function refuseChoice(name: ChoiceName): void {
  if (!$refusedChoices.get().includes(name)) $refusedChoices.set([...$refusedChoices.get(), name])
}

export const resetRefusedChoices = (): void => $refusedChoices.set([])
