import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { compressedName, COPIES_FOLDER } from '#sites/compress.ts'
import { cacheClass, contentType, type ManifestEntry } from '#sites/hosting/file-kinds.ts'
import type { S3Server } from './s3-server.ts'

// A small site with the structure of a real one; its pages name the assets that they need and the build that they belong to.

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface SmallSite {
  id: string
  files: Record<string, string>
}

/** The site of version `name`. Versions share one asset and the address of one page; each has files of its own. */
export function smallSite(code: string, name: string): SmallSite {
  const id = sha(name).slice(0, 16)
  const assets = {
    [`assets/app.${sha(`app ${name}`).slice(0, 8)}.js`]: `export const version = '${name}'\n`,
    [`assets/style.${sha(`style ${name}`).slice(0, 8)}.css`]: `/* ${name} */\n`,
    'fonts/inter.abcd1234.woff2': 'the same in every version'
  }
  const page = (path: string) => `<!-- ${id} ${Object.keys(assets).join(' ')} --> ${path}\n`
  const pages = ['index.html', 'login.html', 'app.html', '404.html', `only-${name}.html`]
  return {
    id,
    files: {
      ...assets,
      ...Object.fromEntries(pages.map(path => [path, page(path)])),
      'site-config.json': `{"${code}":{"intro_title":"${name}"}}\n`,
      [`images/logos/${code}.svg`]: `<svg xmlns="http://www.w3.org/2000/svg"><title>${name}</title></svg>\n`,
      _headers: 'for the host\n',
      'builds/latest.json': `{"id":"${id}"}\n`
    }
  }
}

/** Writes it as a build would, with its manifest. */
export function writeSmallSite(dist: string, code: string, name: string): SmallSite {
  const site = smallSite(code, name)
  const entries = Object.entries(site.files).map(([path, content]) => ({
    path,
    sha256: sha(content),
    size: Buffer.byteLength(content),
    type: contentType(path),
    cache: cacheClass(path)
  }))
  const manifest = `${JSON.stringify({ code, id: site.id, files: entries })}\n`
  for (const [path, content] of Object.entries({ ...site.files, 'manifest.json': manifest })) {
    mkdirSync(dirname(join(dist, code, path)), { recursive: true })
    writeFileSync(join(dist, code, path), content)
  }
  return site
}

/** Compresses the script of a built site, as a build does for all sites. Returns the path of the copy in the site. */
export function compressScript(dist: string, code: string): string {
  const manifest = join(dist, code, 'manifest.json')
  const site = JSON.parse(readFileSync(manifest, 'utf8')) as { files: ManifestEntry[] }
  const script = site.files.find(({ path }) => path.endsWith('.js'))
  if (script === undefined) throw new Error('the site has no script')
  mkdirSync(join(dist, COPIES_FOLDER), { recursive: true })
  const content = brotliCompressSync(readFileSync(join(dist, code, script.path)))
  writeFileSync(join(dist, COPIES_FOLDER, compressedName(script.sha256, 'br')), content)
  return compressedName(script.path, 'br')
}

/**
 * Faults that a reader would see now: a page whose assets are missing, or a `latest.json` that names a build while a page is still from an older one.
 * `order` lists the builds from old to new; `assets` is the folder of immutable files.
 */
export function readersFaults(
  server: S3Server,
  prefix: string,
  order: readonly string[],
  assets = prefix
): string[] {
  const pages = [...server.files].filter(
    ([key]) => key.startsWith(prefix) && key.endsWith('.html') && !key.slice(prefix.length).includes('/')
  )
  const latest = /"id":"([0-9a-f]{16})"/.exec(server.text(`${prefix}builds/latest.json`) ?? '')?.[1]
  return pages.flatMap(([key, { content }]) => {
    const [, id = '', ...needed] = content.toString().split(' --> ')[0]!.split(' ')
    const lost = needed.filter(path => !server.files.has(assets + path))
    return [
      ...lost.map(path => `${key} of ${id} needs ${path}, which is missing`),
      ...(latest !== undefined && order.indexOf(id) < order.indexOf(latest) && !key.includes('/only-')
        ? [`latest.json says ${latest}, ${key} is of ${id}`]
        : [])
    ]
  })
}
