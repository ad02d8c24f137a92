import { IslandShell } from './shell.tsx'
import { start } from './start.ts'

// The first screen is ready before React renders, so the page changes from its skeleton to content in one
// step.
await start()

export default IslandShell
