import { chunk } from '#lib/chunk.ts'
import { matchPath } from './match.ts'

export const mainCode = chunk(() => import('./main-code.ts'))

/** Whether an address can be shown without it: that of the login form, which is part of the first code. */
export const isShownAtOnce = (path: string): boolean => matchPath(path)?.route.page.loaded() !== undefined
