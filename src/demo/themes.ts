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

/** The demo's content by programme code; any other programme gets one that fits every kind of organisation. */
export function themeOf(programmeCode: string): Theme {
  const crowd = Object.hasOwn(crowds, programmeCode) ? crowds[programmeCode] : undefined
  return crowd ? { name: programmeCode, crowd } : { name: PLAIN_THEME, crowd: plainCrowd }
}

/** The theme of programmes of any kind, whose code stands in its files in place of theirs. */
export const PLAIN_THEME = 'plain'
