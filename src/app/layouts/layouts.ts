import { chunk, present } from '#lib/chunk.ts'
import type { Page } from '../route.ts'
import type { LayoutProps } from './default-layout.tsx'
import type { LayoutName } from './layout-for.ts'
import NoLayout from './no-layout.tsx'

/** Each layout is loaded with the first screen that stands in it. */
export const layouts: Record<LayoutName, Page<LayoutProps>> = {
  default: chunk(() => import('./default-layout.tsx')),
  surveys: chunk(() => import('./surveys-layout.tsx')),
  // Of two lines, so a file of its own would cost more than it holds.
  none: present({ default: NoLayout })
}
