import { createRoot } from 'react-dom/client'
import { IslandShell } from './shell.tsx'
import { start } from './start.ts'

export { IslandShell }

/**
 * Renders the island into its element of the page, as Astro asks its renderers to. The first screen is ready before React renders, so the page
 * changes from its skeleton to content in one step.
 */
const renderIsland = (element: HTMLElement) => async (): Promise<void> => {
  await start()
  createRoot(element).render(<IslandShell />)
}

export default renderIsland
