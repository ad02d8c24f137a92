import { staticPaths } from '#navigation/paths.ts'
import { buildSites } from '#programme/site/build-sites.ts'
import { htmlFile } from '#programme/site/hosting.ts'
import { addProgramme, fixtureShell, TemporaryFolder } from './programme-folder.ts'

export interface BuiltFixture {
  /** Holds `programmes/`, `public/` and `dist/alpha`. */
  folder: TemporaryFolder
  dispose: () => void
}

/** The site of programme `alpha`, with every page and two redirects, made from a small shell. */
export async function buildAlpha(fields: Record<string, unknown> = {}): Promise<BuiltFixture> {
  const folder = new TemporaryFolder()
  const code = new TemporaryFolder()
  addProgramme(folder, 'alpha', 1, {
    ...fields,
    siteConfig: { redirects: { '/help': 'https://alpha.example/help?a=1', '/old': '/projects' } }
  })
  const shell = fixtureShell(code, [...staticPaths.map(htmlFile), '404.html', 'app.html'])
  await buildSites({
    root: folder.path,
    dist: folder.file('dist'),
    staticPaths,
    prepareShell: async () => ({ shell, isNew: false }),
    now: 0
  })
  return { folder, dispose: () => [folder, code].forEach(it => it[Symbol.dispose]()) }
}
