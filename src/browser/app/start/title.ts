/** Spec 2: the two titles of the error page. */
export const errorTitle = (status: number): string =>
  status === 404 ? 'Page Not Found' : 'Internal Server Error'
