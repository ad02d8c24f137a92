import { join } from 'node:path'
import type { LoadedProgramme } from '#programme/load.ts'
import { NOT_FOUND_TEXT } from '#programme/reserved-paths.ts'
import type { SiteConfig } from '#programme/site-config.ts'
import { policyHash, sha256 } from './digest.ts'
import { caddySnippet } from './hosting/caddy.ts'
import { cloudFrontFunction, cloudFrontHeadersPolicy } from './hosting/cloudfront.ts'
import { cacheClass, contentType, type ManifestEntry } from './hosting/file-kinds.ts'
import { headersFile, redirectsFile } from './hosting/hosting.ts'
import { nginxSnippet } from './hosting/nginx.ts'
import { contentPolicy, policyMeta } from './hosting/policy.ts'
import {
  encodeTemplate,
  fillTemplate,
  placeholderValues,
  runtimeConfigJson,
  type EncodedTemplate,
  type PageTemplate,
  type PlaceholderValues
} from './placeholders.ts'
import type { CachedShell } from './shell/shell-cache.ts'

/** One file of a site: with its own content, or identical to a file of the shell. */
export type PlannedFile = { path: string; content: string | Buffer } | { path: string; sharedWith: string }

interface OwnFile {
  path: string
  content: string | Buffer
}

export interface LatestBuild {
  id: string
  /** When this id was first built, ISO 8601. */
  timestamp: string
}

export interface StampedSite {
  code: string
  id: string
  files: PlannedFile[]
  /** Configuration files of web servers. */
  hosting: PlannedFile[]
}

interface StampOptions {
  /** The site's previous manifest; an unchanged site keeps its timestamp. */
  previous?: LatestBuild | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** Creates one programme's site. */
export type Stamp = (loaded: LoadedProgramme, options: StampOptions) => StampedSite

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const comparePaths = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1)

const describeFile = ({ path, content }: OwnFile): ManifestEntry => ({
  path,
  sha256: sha256(content),
  size: Buffer.byteLength(content),
  type: contentType(path),
  cache: cacheClass(path)
})

/** Pages with equal templates are equal in every site. */
type SharedPage = EncodedTemplate & { files: string[] }

function sharedPages(pages: readonly PageTemplate[]): SharedPage[] {
  const known = new Map<string, SharedPage>()
  for (const page of pages) {
    const text = JSON.stringify([page.texts, page.placeholders])
    const same = known.get(text)
    if (same === undefined) known.set(text, { ...encodeTemplate(page), files: [page.file] })
    else same.files.push(page.file)
  }
  return [...known.values()]
}

/** A programme's pages with their entries of the manifest. Each is hashed once. */
function fillPages(pages: readonly SharedPage[], values: PlaceholderValues): [OwnFile, ManifestEntry][] {
  const encoded = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Buffer.from(value)])
  ) as Record<keyof PlaceholderValues, Buffer>
  return pages.flatMap(page => {
    const content = fillTemplate(page, encoded)
    const entry = describeFile({ path: page.file, content })
    return page.files.map((path): [OwnFile, ManifestEntry] => [
      { path, content },
      { ...entry, path }
    ])
  })
}

/** Returns a function that makes the configuration of hosts, once for all programmes with the same redirects. */
function createHosting(staticPaths: readonly string[]) {
  const make = (redirects: SiteConfig['redirects']) => {
    const hosting = { staticPaths, redirects }
    return {
      /** For hosts that read these files from the site. */
      own: [
        { path: '_headers', content: headersFile(hosting) },
        { path: '_redirects', content: redirectsFile(hosting) }
      ],
      snippets: {
        'nginx.conf': nginxSnippet(hosting),
        Caddyfile: caddySnippet(hosting),
        'cloudfront-function.js': cloudFrontFunction(hosting),
        'cloudfront-headers.json': cloudFrontHeadersPolicy
      }
    }
  }
  const known = new Map<string, ReturnType<typeof make>>()
  return (redirects: SiteConfig['redirects']): ReturnType<typeof make> => {
    const name = JSON.stringify(redirects)
    const made = known.get(name) ?? make(redirects)
    known.set(name, made)
    return made
  }
}

/**
 * Prepares what all sites of a build share. Equal input gives equal bytes; the id is a hash of everything that is served, with
 * a page as its template and the programme's values, because pages contain the id.
 */
export function createStamp(shell: CachedShell, staticPaths: readonly string[]): Stamp {
  const shared = shell.files.map(({ path }) => ({ path, sharedWith: join(shell.directory, path) }))
  const pages = sharedPages(shell.pages)
  const sharedHash = sha256(
    JSON.stringify([shell.files.map(({ path, sha256: hash }) => [path, hash]), shell.pages])
  )
  const hostingOf = createHosting(staticPaths)
  return (loaded, { previous, now }) => {
    const { code, siteConfig, apiBase } = loaded.programme
    const placeholders = placeholderValues(loaded, '')
    const { scripts, styles } = shell.hashes
    const policy = contentPolicy({
      apiBase,
      scripts,
      styles: [...styles, policyHash(placeholders.brandStyle)]
    })
    const values = { ...placeholders, policy: policyMeta(policy) }
    const hosts = hostingOf(siteConfig.redirects)
    const rest: OwnFile[] = [
      { path: `images/logos/${code}.svg`, content: loaded.logo },
      { path: 'site-config.json', content: json({ [code]: siteConfig }) },
      { path: NOT_FOUND_TEXT.slice(1), content: 'Not found\n' },
      ...hosts.own
    ]
    // For hosts that do not read `_headers`. They are written next to the site, so that they are never served, but are part of the build.
    const hosting = Object.entries(hosts.snippets).map(([path, snippet]) => ({
      path,
      content: snippet(code)
    }))
    const id = sha256(JSON.stringify([sharedHash, values, rest, hosting])).slice(0, 16)
    const filled = fillPages(pages, { ...values, runtimeConfig: runtimeConfigJson(loaded.programme, id) })
    const latest: LatestBuild =
      previous?.id === id ? previous : { id, timestamp: new Date(now).toISOString() }
    const latestFile = {
      path: 'builds/latest.json',
      content: json({ id: latest.id, timestamp: latest.timestamp })
    }
    const entries = [
      ...shell.files,
      ...filled.map(([, entry]) => entry),
      ...[...rest, latestFile].map(describeFile)
    ]
    const manifest = { code, id, files: entries.toSorted(comparePaths) }
    return {
      code,
      id,
      files: [
        ...shared,
        ...filled.map(([file]) => file),
        ...rest,
        { path: 'manifest.json', content: `${JSON.stringify(manifest, null, 1)}\n` },
        latestFile
      ],
      hosting
    }
  }
}
