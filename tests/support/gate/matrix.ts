// What the gate checks: every address with every role, state and view that it can have, under every condition.

import type { Loadable } from '#browser/api/cache/cache.ts'
import type { ROLE } from '#domain/people/roles.ts'
import { groupBy } from '#lib/group-by.ts'
import { coveringArray, type Row } from '#tests/support/covering-array.ts'
import { chooseInTurn, chooseSome, rotation } from '#tests/support/rotation.ts'
import { screens, type RoutePattern } from '#tests/support/screens.ts'
import type { Role } from '#tests/support/server.ts'
import { brands, colours, spacings, windows, type Conditions } from './conditions.ts'
import { views } from './views.ts'

/** Admins belong to no organisation; most pages have content for them only once they choose one. */
export const ADMIN_FOR = 'admin for an organisation'
/** The demo account of each role; adding a role without one is a type error. */
const accounts = {
  viewer: 'viewer',
  contributor: 'contributor',
  lead: 'lead',
  admin: 'admin',
  superuser: 'super'
} as const satisfies Record<keyof typeof ROLE, Role>
type GateRole = 'nobody' | (typeof accounts)[keyof typeof accounts] | typeof ADMIN_FOR
export const roles: readonly GateRole[] = ['nobody', ...Object.values(accounts), ADMIN_FOR]

/** What a page shows in each state of its data; adding a state without an entry is a type error. */
const loadStates = {
  ready: 'content',
  loading: 'loading',
  failed: 'failing'
} as const satisfies Record<Loadable<unknown>['state'], string>
/** The notice for small windows covers every page and is the same everywhere. */
type GateState = (typeof loadStates)[keyof typeof loadStates] | 'empty' | 'notice'
export const states: readonly GateState[] = [...Object.values(loadStates), 'empty', 'notice']

/** What an address shows without anything chosen in it. */
export const FIRST_VIEW = 'first'

/** A page in one state, for one role. */
export interface Sight {
  address: RoutePattern
  role: GateRole
  state: GateState
  /** FIRST_VIEW or a name in views.ts. */
  view: string
}

/** Anonymous visitors to members' addresses always get the login, so it is checked at one address only. */
const FOR_ALL: RoutePattern = '/projects'

function isRoleAt(role: Sight['role'], address: RoutePattern): boolean {
  const { role: member, isOpen } = screens[address]
  // Account forms and surveys redirect members elsewhere.
  if (member === undefined) return role === 'nobody'
  return role !== 'nobody' || isOpen === true || address === FOR_ALL
}

function isStateAt(state: Sight['state'], address: RoutePattern): boolean {
  const screen = screens[address]
  if (state === 'content') return true
  if (state === 'notice') return address === FOR_ALL
  if (screen.content === null) return false
  return state !== 'empty' || 'text' in screen.empty
}

/** Only roles that get an address's content see its states. */
function isStateFor(state: Sight['state'], role: Sight['role'], address: RoutePattern): boolean {
  if (state === 'content') return true
  if (state === 'notice') return role === 'lead'
  const screen = screens[address]
  if (screen.content === null) return false
  if (screen.role === undefined) return role === 'nobody'
  const everyone = screen.role === 'admin' ? ['admin', 'super'] : ['viewer', 'contributor', 'lead', ADMIN_FOR]
  return everyone.includes(role)
}

export const addresses = Object.keys(screens) as RoutePattern[]

/** Every address, role and state that there is, and the content of every view. */
export const sights: Sight[] = addresses.flatMap(address => [
  ...roles
    .filter(role => isRoleAt(role, address))
    .flatMap(role =>
      states
        .filter(state => isStateAt(state, address) && isStateFor(state, role, address))
        .map(state => ({ address, role, state, view: FIRST_VIEW }))
    ),
  ...Object.entries(views[address] ?? {}).map(([view, { role }]) => ({
    address,
    role,
    state: 'content' as const,
    view
  }))
])

const conditionValues = {
  window: Object.keys(windows) as (keyof typeof windows)[],
  spacing: spacings,
  colours,
  brand: Object.keys(brands) as (keyof typeof brands)[]
}

/** Sights with all conditions to check each under, so that a page is opened once for all of them. */
export interface Viewing {
  sight: Sight
  conditions: Conditions[]
}

/** Selects every combination. */
export const EVERYTHING = 'all'

/** The named values of a condition; all of them if none is named. */
function chosen<Value extends string>(values: readonly Value[], under: readonly string[]): readonly Value[] {
  const named = values.filter(value => under.includes(value))
  return named.length > 0 ? named : values
}

/**
 * Every combination, or those of the named conditions: `phone` and `red` select everything on a phone and in red, with normal and wide spacing.
 * Forced colours override a programme's colours, so they are checked with one programme only.
 */
export function allViewings(under: readonly string[] = []): Viewing[] {
  const known = Object.values(conditionValues).flat() as string[]
  const unknown = under.filter(name => name !== EVERYTHING && !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`No condition is called ${unknown.join(', ')}: ${known.join(', ')}.`)
  const [anyBrand = 'mid', ...otherBrands] = chosen(conditionValues.brand, under)
  const conditions = chosen(conditionValues.window, under).flatMap(window =>
    chosen(conditionValues.spacing, under).flatMap(spacing =>
      chosen(conditionValues.colours, under).flatMap(shown =>
        [anyBrand, ...(shown === 'usual' ? otherBrands : [])].map(brand => ({
          window,
          spacing,
          colours: shown,
          brand
        }))
      )
    )
  )
  return sights.map(sight => ({ sight, conditions }))
}

/** Under forced colours any brand looks like the first. */
const isAmong = (values: Partial<Sight & Conditions>): boolean =>
  !(values.colours === 'forced' && values.brand !== undefined && values.brand !== conditionValues.brand[0]) &&
  sights.some(sight =>
    (['address', 'role', 'state', 'view'] as const).every(
      name => values[name] === undefined || values[name] === sight[name]
    )
  )

const parameters = {
  address: addresses,
  role: roles,
  state: states,
  view: [FIRST_VIEW, ...Object.values(views).flatMap(Object.keys)],
  ...conditionValues
}
/** Covers every pair of address, role, state, view and conditions at least once. */
const pairRows = coveringArray(parameters, isAmong)

function viewingsOf(rows: readonly Row<typeof parameters>[]): Viewing[] {
  const viewings = new Map<string, Viewing>()
  for (const { address, role, state, view, ...conditions } of rows) {
    const sight = { address, role, state, view }
    const viewing = viewings.get(JSON.stringify(sight)) ?? { sight, conditions: [] }
    viewing.conditions.push(conditions)
    viewings.set(JSON.stringify(sight), viewing)
  }
  return [...viewings.values()]
}

export const pairwiseViewings = (): Viewing[] => viewingsOf(pairRows)

/**
 * The content of each address in one of its views, and one of its other states, each in one of the rows that cover its pairs. The commit chooses the
 * view, the state, the role and the conditions.
 */
export function viewingsInTurn(turn: string = rotation): Viewing[] {
  const rows = [...groupBy(pairRows, ({ address }) => address)].flatMap(([address, ofAddress]) => {
    const byState = groupBy(ofAddress, ({ state }) => state)
    const others = [...byState.keys()].filter(state => state !== 'content')
    const shown = ['content' as const, ...chooseSome(others, 1, `state of ${address}`, turn)]
    return shown.map(state => chooseInTurn(byState.get(state) ?? [], `${address} ${state}`, turn))
  })
  return viewingsOf(rows)
}
