import { atom } from 'nanostores'
import type { OutputType } from '#contract/charts.ts'
import type { SearchResult } from '#contract/search.ts'
import { onLogout } from './on-logout.ts'

/** Spec 9: empty by default. */
export type ExploreTab = OutputType | Record<string, never>

export const $exploreTab = atom<ExploreTab>({})

export const setExploreTab = (tab: OutputType): void => $exploreTab.set(tab)
export const resetExploreTab = (): void => $exploreTab.set({})

/** Spec 4: nothing if the tab has no name. */
export function readExploreTab(): OutputType | undefined {
  const tab = $exploreTab.get()
  return isNamedTab(tab) ? tab : undefined
}

const isNamedTab = (tab: ExploreTab): tab is OutputType =>
  typeof tab.tab_name === 'string' && tab.tab_name !== ''

/** Spec 3: the search's query and results. */
export interface SearchState {
  query: string
  results: readonly SearchResult[]
}

export const $search = atom<SearchState>({ query: '', results: [] })

export const setSearch = (search: SearchState): void => $search.set(search)
export const resetSearch = (): void => $search.set({ query: '', results: [] })

onLogout(() => {
  resetExploreTab()
  resetSearch()
})
