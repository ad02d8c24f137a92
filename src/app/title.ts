/** Spec 2: the page title, ' - ' and the programme name, or the programme name alone. */
export function documentTitle(pageTitle: string, programmeName: string): string {
  return pageTitle === '' ? programmeName : `${pageTitle} - ${programmeName}`
}
