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
    const [sound] = loaded.value.programmes
    if (sound === undefined) throw new Error('There is no programme')
    return ok(apiBase === undefined ? sound : { ...sound, programme: { ...sound.programme, apiBase } })
  }
  let lastSound: LoadedProgramme | undefined
  // A file with faults is shown by the fault page. An error here would cover that page with an overlay of this product's source.
  const read = (): LoadedProgramme => {
    const loaded = load()
    if (loaded.ok) lastSound = loaded.value
    else if (lastSound === undefined)
      throw new Error(`Programme files have faults:\n${loaded.error.map(describeFault).join('\n')}`)
    return lastSound
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

/** The files that a stamped site has and the pages alone have not, and deep links led to the shell. */
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
