/** The position of a figure relative to a mean: 'plainly' where it differs by more than chance at the 99.8 % level, 'probably' at the 95 % level. */
export const POSITIONS = [
  'plainly_lower',
  'probably_lower',
  'similar',
  'probably_higher',
  'plainly_higher'
] as const
