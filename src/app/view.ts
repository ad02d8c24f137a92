// What the screen shows now.
import { atom, computed } from 'nanostores'
import type { ReactElement } from 'react'
import type { Screen } from './route.ts'
import type { LayoutProps } from './layouts/default-layout.tsx'

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
  /** Without a layout where its code could not be loaded. */
  | { is: 'error'; path: string; status: number; message: string; layout: Screen<LayoutProps> | null }

export const $view = atom<View>({ is: 'starting' })
/** True while a navigation takes longer than people notice. */
export const $isNavigating = atom(false)

/** Spec 9: milliseconds before a navigation shows its bar. */
export const LOADING_BAR_DELAY_MS = 100

export interface Build {
  id: string
  notes: string
}

/** A build other than this page's that is out, or null. */
export const $newBuild = atom<Build | null>(null)
/** The last one that the reader did not want: the next is offered again, and this one no more. */
export const $declinedBuild = atom<string | null>(null)
/** The build to offer. */
export const $offeredBuild = computed([$newBuild, $declinedBuild], (build, declined) =>
  build?.id === declined ? null : build
)
