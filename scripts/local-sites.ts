// Builds the sites for use on this machine, with an API on this machine.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeFault } from '#programme/faults/fault.ts'
import { loadProgrammes, type LoadedProgramme } from '#programme/load.ts'
import { staticPaths } from '#programme/paths.ts'
import { buildSites } from '#sites/build-sites.ts'
import { prepareShell } from '#sites/shell/shell.ts'
import { StartupError } from './ports.ts'
import { Progress } from './progress.ts'
import { reportFaults } from './report-faults.ts'

const repository = fileURLToPath(new URL('../', import.meta.url)).replace(/[/\\]$/, '')

/** The valid programmes below a folder. Reports those with faults; throws if none is valid. */
export function loadValidProgrammes(root: string): LoadedProgramme[] {
  const loaded = loadProgrammes({ root })
  if (loaded.ok) {
    reportFaults(loaded.value)
    return loaded.value.programmes
  }
  throw new StartupError(
    `${loaded.error.map(describeFault).join('\n')}\nRepair the programme files, then start again.`
  )
}

/**
 * Builds all sites and returns their folder. It is not dist, which gets published, because these sites call the
 * API on this machine. Its name has the API's port, so that several can run at once.
 */
export async function buildLocalSites({ root, apiPort }: { root: string; apiPort: number }): Promise<string> {
  const dist = join(repository, '.build/local', String(apiPort))
  const progress = new Progress({ isSilent: false })
  const reportWaiting = (): void => progress.line('Waiting for another build …')
  progress.line('Building …')
  const result = await buildSites({
    root,
    prepareShell: () => prepareShell(repository, reportWaiting),
    dist,
    records: join(repository, '.build/stamped'),
    staticPaths,
    onWait: reportWaiting,
    apiBase: `http://localhost:${apiPort}`,
    now: Date.now(),
    onSite: (site, done, total) => progress.step(site.code, done, total)
  })
  progress.end()
  if (!result.ok) throw new StartupError(result.error.map(describeFault).join('\n'))
  return dist
}
