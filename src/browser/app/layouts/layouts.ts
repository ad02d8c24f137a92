import { members } from '#browser/app/members-chunk.ts'
import type { ScreenChunk } from '#browser/app/route.ts'
import type { LayoutProps } from '#browser/app/route.ts'
import { chunk, presentChunk } from '#lib/chunk.ts'
import type { LayoutName } from './layout-for.ts'
import NoLayout from './no-layout.tsx'

/** Each layout is loaded with the first screen that uses it. */
export const layouts: Record<LayoutName, ScreenChunk<LayoutProps>> = {
  default: chunk(async () => ({ default: (await members.load()).DefaultLayout })),
  surveys: chunk(() => import('./surveys-layout.tsx')),
  // Two lines long: a chunk of its own would cost more than its content.
  none: presentChunk({ default: NoLayout })
}
