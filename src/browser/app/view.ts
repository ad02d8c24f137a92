// What is on the screen now.

import { atom, computed } from 'nanostores'
import type { ReactElement } from 'react'
import type { LayoutProps, Screen } from './route.ts'

export type View =
  | { is: 'starting' }
  | {
      is: 'screen'
      path: string
      params: Readonly<Record<string, string>>
      guards: readonly string[]
      screen: ReactElement
      layout: Screen<LayoutProps>
    }
  /** Null if the layout's code could not be loaded. */
  | { is: 'error'; path: string; status: number; message: string; layout: Screen<LayoutProps> | null }

export const $view = atom<View>({ is: 'starting' })
/** True while a navigation takes noticeably long. */
export const $isNavigating = atom(false)

/** The target of a link, with the choices of this page once they are known. */
export const $linkTarget = atom<(href: string) => string>(href => href)

/** Spec 9: milliseconds before a navigation shows its bar. */
export const LOADING_BAR_DELAY_MS = 100

export interface ViewBuild {
  id: string
  notes: string
}

/** A newer build than this page's, or null. */
export const $newBuild = atom<ViewBuild | null>(null)
/** The last build that was declined; the next one is offered again. */
export const $declinedBuild = atom<string | null>(null)
/** The build to offer. */
export const $offeredBuild = computed([$newBuild, $declinedBuild], (build, declined) =>
  build?.id === declined ? null : build
)
