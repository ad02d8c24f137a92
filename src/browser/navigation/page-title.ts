// The name of the page in the tab, the history and screen readers.

import { useEffect } from 'react'
import { runtimeConfig } from '#browser/stores/site-config.ts'

/** The title of the route: 'Chart, Ward staffing'. */
let routeTitle = ''
/** The subject of the screen, once known: 'Vacancy rate, Ward staffing'. */
let subjectTitle = ''

/** Spec 2: the page title, ' - ' and the programme name, or the programme name alone. */
export function documentTitle(pageTitle: string, programmeName: string): string {
  return pageTitle === '' ? programmeName : `${pageTitle} - ${programmeName}`
}

const apply = (): void => {
  document.title = documentTitle(subjectTitle || routeTitle, runtimeConfig().programmeName)
}

export function setRouteTitle(title: string): void {
  routeTitle = title
  apply()
}

/**
 * Sets the title of the page while the screen is shown, so that two charts, sections or steps can be told apart among tabs and in the
 * history. `subject` is what it shows, undefined while it loads; `within` what that is part of.
 */
export function usePageTitle(subject: string | undefined, ...within: (string | undefined)[]): void {
  const title = subject === undefined ? '' : [subject, ...within].filter(Boolean).join(', ')
  useEffect(() => {
    subjectTitle = title
    apply()
    return () => {
      subjectTitle = ''
      apply()
    }
  }, [title])
}
