import type { Crowd } from './crowd-plan.ts'
import { councils } from './crowds/councils.ts'
import { libraries } from './crowds/libraries.ts'
import { plainCrowd } from './crowds/plain.ts'
import { wards } from './crowds/wards.ts'

export interface Theme {
  /** The folder in content/. */
  name: string
  crowd: Crowd
}

const crowds: Record<string, Crowd> = { wards, libraries, councils }

/** The theme of a programme; without one of its own it gets the plain theme, which fits any organisation. */
export function themeOf(programmeCode: string): Theme {
  const crowd = Object.hasOwn(crowds, programmeCode) ? crowds[programmeCode] : undefined
  return crowd ? { name: programmeCode, crowd } : { name: PLAIN_THEME, crowd: plainCrowd }
}

/** The theme of all other programmes. Its files have this name in place of their code. */
export const PLAIN_THEME = 'plain'
