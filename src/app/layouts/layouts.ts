import { page, type Page } from '../page.ts'
import type { LayoutProps } from './default-layout.tsx'
import type { LayoutName } from './layout-for.ts'
import NoLayout from './no-layout.tsx'

/** Each layout is loaded with the first screen that stands in it. */
export const layouts: Record<LayoutName, Page<LayoutProps>> = {
  default: page(() => import('./default-layout.tsx')),
  surveys: page(() => import('./surveys-layout.tsx')),
  // Of two lines, so a file of its own would cost more than it holds.
  none: page(async () => ({ default: NoLayout }))
}
