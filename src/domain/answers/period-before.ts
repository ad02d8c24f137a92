/** The name of the previous period in a sentence. */
export const periodBefore = (timePeriodName: string): string =>
  /^\d{4}$/.test(timePeriodName) ? 'last year' : 'last time'
