import { atom } from 'nanostores'
import type { OutputType } from '#contract/charts.ts'

/** Spec 9: empty by default. */
export type ExploreTab = OutputType | Record<string, never>

export const $exploreTab = atom<ExploreTab>({})

export const setExploreTab = (tab: OutputType): void => $exploreTab.set(tab)
export const resetExploreTab = (): void => $exploreTab.set({})

/** Spec 4: reading returns nothing if the tab has no name. */
export function readExploreTab(): OutputType | undefined {
  const tab = $exploreTab.get()
  return isNamed(tab) ? tab : undefined
}

const isNamed = (tab: ExploreTab): tab is OutputType =>
  typeof tab.tab_name === 'string' && tab.tab_name !== ''

export interface SearchState {
  query: string
  results: readonly unknown[]
}

export const $search = atom<SearchState>({ query: '', results: [] })
