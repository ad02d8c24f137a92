import type { ReactNode } from 'react'
import { Button } from '#browser/ui/button.tsx'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { chunk } from '#lib/chunk.ts'

export const sectionParts = chunk(() => import('./section-parts.ts'))

type SectionParts = NonNullable<ReturnType<typeof sectionParts.loaded>>

/** Shows one of a section's parts, or a button that fetches their code again. */
export function LatePart({ children }: { children: (parts: SectionParts) => ReactNode }) {
  const { module, isMissing, retry } = useChunk(sectionParts)
  return module ? children(module) : isMissing && <Button onClick={retry}>Try again</Button>
}
