const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit'
})

/** '20 Nov 2026, 14:02' */
export const formatMoment = (timestamp: string): string => moment.format(new Date(timestamp))
