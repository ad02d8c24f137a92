// Dashes that tell lines apart without colour, the same in every chart. plotly accepts the lengths of dashes, too, which its types omit.

const DOTTED = '2px,3px' as 'dot'

/** The lines of the averages: solid for the mean, dashed for the median, dotted for the quartiles. */
export const averageDashes = { Mean: 'solid', Median: '6px,4px' as 'dash', Q1: DOTTED, Q3: DOTTED } as const

export const TARGET_DASHED = '10px,3px,2px,3px' as 'dashdot'

export const LIMIT_DASHED = '4px,3px' as 'dash'
