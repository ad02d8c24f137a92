import { createElement, type FunctionComponent, type ReactElement, type ReactNode } from 'react'
import type { GuardName } from '#browser/navigation/guards.ts'
import type { Chunk } from '#lib/chunk.ts'

export type Screen<P> = (props: P) => ReactNode

/**
 * A screen whose code comes on demand. It is loaded before the screen is rendered instead of suspending, because React holds a suspended
 * fallback for 300 ms.
 */
export type ScreenChunk<P> = Chunk<{
  default: Screen<P>
  /** Before the first screen of a page: what it can show at once, so that no frame is drawn for a skeleton alone. */
  prepare?: (props: P) => Promise<void>
}>

export interface LayoutProps {
  /** The code of the screen's project. */
  projectCode: string | null
  children: ReactNode
}

/** The parameters of an address, by name. */
export type RouteParams = Readonly<Record<string, string>>

interface RouteDefinition<Pattern extends string, P extends object> {
  pattern: Pattern
  title: string | ((props: P) => Promise<string>)
  guards?: readonly GuardName[]
  page: ScreenChunk<P>
  /** Reads the screen's props from the address; null if the address cannot belong to this route. */
  props: (params: RouteParams) => P | null
}

/** A route for one path: its title, and how its screen is loaded. */
export interface OpenedRoute {
  title: () => string | Promise<string>
  render: (isFirst: boolean) => Promise<ReactElement>
}

export interface ScreenRoute<Pattern extends string = string> {
  pattern: Pattern
  guards: readonly GuardName[]
  open: (params: RouteParams) => OpenedRoute | null
  page: Chunk<unknown>
}

/** Ties a screen to its path and props, so that the compiler checks them against each other. */
export function route<const Pattern extends string, P extends object>({
  pattern,
  title,
  guards = [],
  page,
  props: read
}: RouteDefinition<Pattern, P>): ScreenRoute<Pattern> {
  const open = (params: RouteParams): OpenedRoute | null => {
    const props = read(params)
    return (
      props && {
        title: () => (typeof title === 'string' ? title : title(props)),
        render: async isFirst => {
          const code = await page.load()
          if (isFirst) await code.prepare?.(props)
          return createElement<P>(code.default as FunctionComponent<P>, props)
        }
      }
    )
  }
  return { pattern, guards, open, page }
}

/** The props of a screen without any. */
export const NO_PROPS = (): object => ({})

/** A whole number from 1 in a path segment, or null. */
export const parseId = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

/** The parts of `12-34-5`, or null unless there are `count` whole numbers from 1. */
export function parseIds(text: string | undefined, count: number): number[] | null {
  const ids = (text ?? '').split('-').map(parseId)
  return ids.length === count && ids.every(id => id !== null) ? ids : null
}
