import { join } from 'node:path'
import { buildIn } from '#operations/publish/build.ts'
import { DirectorySite } from '#operations/publish/directory-site.ts'
import { staticPaths } from '#programme/paths.ts'
import { buildSites } from '#sites/build-sites.ts'
import { compressFiles } from '#sites/compress.ts'
import { htmlFile } from '#sites/hosting/hosting.ts'
import { describeShared } from '#sites/shell/shell-cache.ts'
import { addProgramme, fixtureShell, TemporaryFolder } from './programme-folder.ts'

/** An asset that the build compresses. */
export const LARGE_ASSET = 'assets/large.8c9d0e1f.js'

export interface BuiltFixture {
  /** Holds `programmes/`, `public/` and `dist/alpha`. */
  folder: TemporaryFolder
  dispose: () => void
}

/** The site of programme `alpha`, with every page and two redirects, built from a small shell. */
export async function buildAlpha(fields: Record<string, unknown> = {}): Promise<BuiltFixture> {
  const folder = new TemporaryFolder()
  const code = new TemporaryFolder()
  addProgramme(folder, 'alpha', 1, {
    ...fields,
    siteConfig: { redirects: { '/help': 'https://alpha.example/help?a=1', '/old': '/projects' } }
  })
  const pages = [...staticPaths.map(htmlFile), '404.html', 'app.html']
  // As large as real pages, which are worth a compressed copy.
  const shell = fixtureShell(code, pages, '<p>Compare your figures.</p>'.repeat(200))
  code.write(LARGE_ASSET, 'export const figures = [1, 2, 3]\n'.repeat(500))
  const large = describeShared(code.path, LARGE_ASSET)
  shell.files.push(large)
  shell.copies.push(...(await compressFiles(code.path, [large])))
  await buildSites({
    root: folder.path,
    dist: folder.file('dist'),
    staticPaths,
    prepareShell: async () => ({ shell, isNew: false }),
    now: 0
  })
  return { folder, dispose: () => [folder, code].forEach(it => it[Symbol.dispose]()) }
}

/** Publishes it into a folder for a web server, and returns the folder. */
export async function publishAlpha({ folder }: BuiltFixture): Promise<string> {
  const [dist, target] = [folder.file('dist'), folder.file('www/alpha')]
  await new DirectorySite({ folder: target, dist }).publish(await buildIn(dist, 'alpha'))
  return join(target, 'current')
}
