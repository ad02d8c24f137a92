import { buildSites, type BuildOptions } from '#sites/build-sites.ts'
import { addProgramme, contents, fixtureShell, TemporaryFolder } from './programme-folder.ts'

/** A folder with programmes `alpha`, `beta` and `gamma`, and a way to build them. */
export function workshop() {
  const folder = new TemporaryFolder()
  const code = new TemporaryFolder()
  for (const [index, name] of ['alpha', 'beta', 'gamma'].entries()) addProgramme(folder, name, index + 1)
  const shell = fixtureShell(code)
  const build = (options: Partial<BuildOptions> = {}) =>
    buildSites({
      root: folder.path,
      dist: folder.file('dist'),
      staticPaths: ['/', '/login', '/surveys/404'],
      prepareShell: async () => ({ shell, isNew: false }),
      now: Date.UTC(2026, 0, 1),
      ...options
    })
  const written = async (options: Partial<BuildOptions> = {}) => {
    const result = await build(options)
    return result.ok ? Object.fromEntries(result.value.sites.map(site => [site.code, site.written])) : result
  }
  const dispose = () => [folder, code].forEach(it => it[Symbol.dispose]())
  return {
    folder,
    code,
    shell,
    build,
    written,
    dist: () => contents(folder.file('dist')),
    [Symbol.dispose]: dispose
  }
}

/** What a site says about its newest build. */
export const latest = (files: Record<string, string>, code: string) =>
  JSON.parse(files[`${code}/builds/latest.json`] ?? '') as { id: string; timestamp: string }
