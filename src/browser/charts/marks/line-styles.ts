// How lines are told apart without colour, in every chart alike. plotly also takes the lengths of dashes, which its types leave out.

const DOTTED = '2px,3px' as 'dot'

/** The lines of the averages: solid for the mean, dashed for the median, dotted for the quartiles. */
export const averageDashes = { Mean: 'solid', Median: '6px,4px' as 'dash', Q1: DOTTED, Q3: DOTTED } as const

export const TARGET_DASHED = '10px,3px,2px,3px' as 'dashdot'

export const LIMIT_DASHED = '4px,3px' as 'dash'
