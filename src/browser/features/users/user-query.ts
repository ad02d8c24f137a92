// The query of the user list. It is part of the address, so that it survives a reload, works with Back and
// can be shared.

import type { UserSort, UserStatus } from '#contract/users.ts'

export type UserTabId = 'waiting' | 'active' | 'invited' | 'suspended' | 'other'

interface UserTab {
  id: UserTabId
  label: string
  statuses: readonly UserStatus[]
  /** The tab's default order. */
  sort: UserOrder
}

export interface UserOrder {
  by: UserSort
  isDescending: boolean
}

const newest: UserOrder = { by: 'created', isDescending: true }

export const userTabs: readonly UserTab[] = [
  { id: 'waiting', label: 'Waiting', statuses: ['awaiting_approval'], sort: newest },
  { id: 'active', label: 'Active', statuses: ['active'], sort: { by: 'last_login', isDescending: true } },
  { id: 'invited', label: 'Invited', statuses: ['invited'], sort: newest },
  { id: 'suspended', label: 'Suspended', statuses: ['suspended'], sort: { by: 'name', isDescending: false } },
  { id: 'other', label: 'Other', statuses: ['email_unverified', 'rejected'], sort: newest }
]

export const tabOf = (id: UserTabId): UserTab => userTabs.find(tab => tab.id === id) ?? userTabs[0]!

export interface UserQuery {
  tab: UserTabId
  text: string
  /** 0 for all. */
  organisationId: number
  /** 0 for all. */
  roleTypeId: number
  order: UserOrder
  /** From 1. */
  page: number
}

export const USERS_PER_PAGE = 50

export const parseWholeNumber = (text: string | null): number =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0

const sorts: readonly UserSort[] = ['name', 'organisation', 'created', 'last_login']

export function readQuery(params: URLSearchParams): UserQuery {
  const tab = userTabs.find(({ id }) => id === params.get('tab'))?.id ?? 'waiting'
  return {
    tab,
    text: (params.get('q') ?? '').slice(0, 200),
    organisationId: parseWholeNumber(params.get('organisation')),
    roleTypeId: parseWholeNumber(params.get('role')),
    order: orderIn(params.get('sort')) ?? tabOf(tab).sort,
    page: parseWholeNumber(params.get('page')) || 1
  }
}

function orderIn(text: string | null): UserOrder | null {
  const by = sorts.find(sort => sort === text?.replace(/^-/, ''))
  return by === undefined ? null : { by, isDescending: text?.startsWith('-') ?? false }
}

export const userOrderText = ({ by, isDescending }: UserOrder): string => `${isDescending ? '-' : ''}${by}`

/** The order after a click on a column's header: the same column reverses, times begin with the newest. */
export function orderAfter(present: UserOrder, by: UserSort): UserOrder {
  if (present.by === by) return { by, isDescending: !present.isDescending }
  return { by, isDescending: by === 'created' || by === 'last_login' }
}

/** Changes parameters of the address. */
export type SetParams = (changes: Record<string, string>, how?: { isStep: boolean }) => void

export const isFiltered = ({ text, organisationId, roleTypeId }: UserQuery): boolean =>
  text.trim() !== '' || organisationId !== 0 || roleTypeId !== 0

/**
 * The address's query with changes. An empty value removes a parameter, and any change except of the page
 * returns to the first.
 */
export function changedParams(params: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}
