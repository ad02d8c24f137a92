import type { ReactNode } from 'react'
import type { Chunk } from '#lib/chunk.ts'
import { Button } from './button.tsx'
import { useChunk } from './use-chunk.ts'

/** Shows what late code renders, or a button that fetches it again. */
export function Late<M>({ code, children }: { code: Chunk<M>; children: (module: M) => ReactNode }) {
  const { module, isMissing, retry } = useChunk(code)
  return module ? children(module) : isMissing && <Button onClick={retry}>Try again</Button>
}
