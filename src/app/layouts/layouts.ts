import { page, type Page } from '../page.ts'
import type { LayoutProps } from './default-layout.tsx'
import type { LayoutName } from './layout-for.ts'

/** Each layout is loaded with the first screen that stands in it. */
export const layouts: Record<LayoutName, Page<LayoutProps>> = {
  default: page(() => import('./default-layout.tsx')),
  surveys: page(() => import('./surveys-layout.tsx')),
  none: page(() => import('./no-layout.tsx'))
}
