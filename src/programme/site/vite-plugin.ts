import { join } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { describeFault } from '../fault.ts'
import { loadProgrammes, logoPath, type LoadedProgramme } from '../load.ts'
import { DEEP_LINKS } from './deep-links.ts'
import { placeholderValues, tokens } from './placeholders.ts'

const VIRTUAL = 'virtual:programme'
/** The build id in development: there is never a newer one. */
const DEVELOPMENT = 'development'
const RESOLVED = `\0${VIRTUAL}`

interface Options {
  root: string
  /** The programme to serve; without it the pages contain tokens. */
  code?: string | undefined
  apiBase?: string | undefined
}

/** Gives the pages what differs between programmes: tokens in a build, one programme's values in development. */
export function programmePlugin({ root, code, apiBase }: Options): Plugin {
  const read = (): LoadedProgramme => {
    const loaded = loadProgrammes({ root, codes: code === undefined ? [] : [code] })
    const [sound] = loaded.ok ? loaded.value : []
    if (!loaded.ok)
      throw new Error(`Programme files have faults:\n${loaded.error.map(describeFault).join('\n')}`)
    if (sound === undefined) throw new Error('There is no programme')
    return apiBase === undefined ? sound : { ...sound, programme: { ...sound.programme, apiBase } }
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
      serveSiteFiles(server, read)
      reloadOnChange(server, [join(root, `programmes/${code}.json`), join(root, logoPath(code))])
    }
  }
}

/** The files that a stamped site has and the pages alone have not, and deep links led to the shell. */
function serveSiteFiles(server: ViteDevServer, read: () => LoadedProgramme): void {
  server.middlewares.use((request, response, next) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const json = (value: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (path === '/site-config.json') {
      const { programme } = read()
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
