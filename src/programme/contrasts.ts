import { wcagContrast } from 'culori'
import type { BrandColours } from './colours.ts'

export interface Contrast {
  /** The use of the two colours, such as “Text on white”. */
  name: string
  colour: string
  ground: string
  /** WCAG 2 contrast ratio. */
  ratio: number
  /** WCAG 2.2 AA: 4.5 for text (1.4.3), 3 for marks (1.4.11). */
  needed: number
}

/** The contrast of each use of a programme's shades. */
export function contrastsOf({ brand, ink, text, tint, mark, states }: BrandColours): Contrast[] {
  const pairs: [name: string, colour: string, ground: string, needed: number][] = [
    ['Text on a button', ink, brand, 4.5],
    ['Text on white', text, '#ffffff', 4.5],
    ['Text on selected items', text, tint, 4.5],
    ['Lines, rings and own values on white', mark, '#ffffff', 3],
    ['Lines, rings and own values on selected items', mark, tint, 3],
    ...Object.entries(states).map(([state, { colour, tint: ground }]): [string, string, string, number] => [
      `The replaced colour of “${state}”`,
      colour,
      ground,
      4.5
    ])
  ]
  return pairs.map(([name, colour, ground, needed]) => ({
    name,
    colour,
    ground,
    ratio: wcagContrast(colour, ground),
    needed
  }))
}
