/** Spec 2: the two titles of the error page. */
export const errorTitle = (status: number): string =>
  status === 404 ? 'Page Not Found' : 'Internal Server Error'

/** Spec 2: the page title, ' - ' and the programme name, or the programme name alone. */
export function documentTitle(pageTitle: string, programmeName: string): string {
  return pageTitle === '' ? programmeName : `${pageTitle} - ${programmeName}`
}
