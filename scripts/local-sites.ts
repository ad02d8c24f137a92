// The sites as they are built to be looked at on this machine, beside an API on this machine.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeFault } from '#programme/faults/fault.ts'
import { loadProgrammes, type LoadedProgramme } from '#programme/load.ts'
import { staticPaths } from '#programme/paths.ts'
import { buildSites } from '#sites/build-sites.ts'
import { prepareShell } from '#sites/shell/shell.ts'
import { StartupError } from './ports.ts'
import { Progress } from './progress.ts'
import { tellFaults } from './tell-faults.ts'

const repository = fileURLToPath(new URL('../', import.meta.url)).replace(/[/\\]$/, '')

/** The programmes below a folder. Reports and skips programmes with faults; starts nothing if none is valid. */
export function soundProgrammes(root: string): LoadedProgramme[] {
  const loaded = loadProgrammes({ root })
  if (loaded.ok) {
    tellFaults(loaded.value)
    return loaded.value.programmes
  }
  throw new StartupError(
    `${loaded.error.map(describeFault).join('\n')}\nRepair the programme files, then start again.`
  )
}

/**
 * Builds all sites and returns their folder. It is not dist, which gets published: these sites call the API
 * on this machine. It is named by the API's port, so that several can run at once.
 */
export async function buildLocalSites({ root, apiPort }: { root: string; apiPort: number }): Promise<string> {
  const dist = join(repository, '.build/local', String(apiPort))
  const progress = new Progress({ isSilent: false })
  const tellWaiting = (): void => progress.line('Waiting for another build …')
  progress.line('Building …')
  const result = await buildSites({
    root,
    prepareShell: () => prepareShell(repository, tellWaiting),
    dist,
    records: join(repository, '.build/stamped'),
    staticPaths,
    onWait: tellWaiting,
    apiBase: `http://localhost:${apiPort}`,
    now: Date.now(),
    onSite: (site, done, total) => progress.step(site.code, done, total)
  })
  progress.end()
  if (!result.ok) throw new StartupError(result.error.map(describeFault).join('\n'))
  return dist
}
