import { join } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { ok, type Result } from '#lib/result.ts'
import { describeFault, type Fault } from '#programme/faults/fault.ts'
import { loadProgrammes, type LoadedProgramme } from '#programme/load.ts'
import { logoPath } from '#programme/logo/logo-file.ts'
import { DEEP_LINKS } from '#sites/hosting/deep-links.ts'
import { placeholderValues, tokens } from '#sites/placeholders.ts'
import { answerWithFaults } from './fault-page.ts'

const VIRTUAL = 'virtual:programme'
/** The build id in development: there is never a newer one. */
const DEVELOPMENT = 'development'
const RESOLVED = `\0${VIRTUAL}`

interface SitePluginOptions {
  root: string
  /** The programme to serve; without it the pages contain tokens. */
  code?: string | undefined
  apiBase?: string | undefined
}

/** Gives the pages what differs between programmes: tokens in a build, one programme's values in development. */
export function programmePlugin({ root, code, apiBase }: SitePluginOptions): Plugin {
  const load = (): Result<LoadedProgramme, Fault[]> => {
    const loaded = loadProgrammes({ root, codes: code === undefined ? [] : [code] })
    if (!loaded.ok) return loaded
    const [valid] = loaded.value.programmes
    if (valid === undefined) throw new Error('There is no programme')
    return ok(apiBase === undefined ? valid : { ...valid, programme: { ...valid.programme, apiBase } })
  }
  let lastValid: LoadedProgramme | undefined
  // The fault page shows a file's faults. An error here would cover that page with an overlay of our source code.
  const read = (): LoadedProgramme => {
    const loaded = load()
    if (loaded.ok) lastValid = loaded.value
    else if (lastValid === undefined)
      throw new Error(`Programme files have faults:\n${loaded.error.map(describeFault).join('\n')}`)
    return lastValid
  }
  return {
    name: 'programme',
    resolveId: id => (id === VIRTUAL ? RESOLVED : undefined),
    load: id =>
      id === RESOLVED
        ? `export const places = ${JSON.stringify(code === undefined ? tokens : placeholderValues(read(), DEVELOPMENT))}`
        : undefined,
    configureServer: server => {
      if (code === undefined) return
      serveSiteFiles(server, load)
      reloadOnChange(server, [join(root, `programmes/${code}.json`), join(root, logoPath(code))])
    }
  }
}

/** Serves files that only a stamped site has, and the shell for deep links. */
function serveSiteFiles(server: ViteDevServer, load: () => Result<LoadedProgramme, Fault[]>): void {
  server.middlewares.use((request, response, next) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const json = (value: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    const loaded = load()
    if (!loaded.ok && answerWithFaults(request, path, response, loaded.error)) return
    if (path === '/site-config.json' && loaded.ok) {
      const { programme } = loaded.value
      json({ [programme.code]: programme.siteConfig })
    } else if (path === '/builds/latest.json') {
      json({ id: DEVELOPMENT, timestamp: null })
    } else {
      const isDeep =
        DEEP_LINKS.some(prefix => path.startsWith(`${prefix}/`)) &&
        path !== '/surveys/404' &&
        !/\.\w+$/.test(path)
      if (isDeep) request.url = '/'
      next()
    }
  })
}

function reloadOnChange(server: ViteDevServer, files: string[]): void {
  server.watcher.add(files)
  server.watcher.on('all', (_event, file) => {
    if (!files.includes(file)) return
    for (const environment of Object.values(server.environments)) {
      const module = environment.moduleGraph.getModuleById(RESOLVED)
      if (module) environment.moduleGraph.invalidateModule(module)
    }
    server.ws.send({ type: 'full-reload', path: '*' })
  })
}
