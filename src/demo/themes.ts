import type { Theme } from './plan.ts'
import { councils } from './themes/councils.ts'
import { libraries } from './themes/libraries.ts'
import { plain } from './themes/plain.ts'
import { wards } from './themes/wards.ts'

const themes: Record<string, Theme> = { wards, libraries, councils }

/** The demo's content by programme code; any other programme gets one that fits every kind of organisation. */
export const themeOf = (programmeCode: string): Theme =>
  Object.hasOwn(themes, programmeCode) ? (themes[programmeCode] ?? plain) : plain
