import { chunk } from '#lib/chunk.ts'

export const overlays = chunk(async () => {
  const code = await import('./overlays.ts')
  code.keepFocusInSight()
  return code
})
