import { join } from 'node:path'
import type { LoadedProgramme } from '#programme/load.ts'
import { NOT_FOUND_TEXT } from '#programme/reserved-paths.ts'
import { policyHash, sha256 } from './digest.ts'
import { caddySnippet } from './hosting/caddy.ts'
import { cloudFrontFunction, cloudFrontHeadersPolicy } from './hosting/cloudfront.ts'
import { cacheClass, contentType, type ManifestEntry } from './hosting/file-kinds.ts'
import { headersFile, redirectsFile, type Hosting } from './hosting/hosting.ts'
import { nginxSnippet } from './hosting/nginx.ts'
import { contentPolicy, policyMeta } from './hosting/policy.ts'
import { fillTemplate, placeholderValues, runtimeConfigJson } from './placeholders.ts'
import type { CachedShell } from './shell/shell-cache.ts'

/** One file of a site: with its own content, or identical to a file of the shell. */
export type PlannedFile = { path: string; content: string | Buffer } | { path: string; sharedWith: string }

interface OwnFile {
  path: string
  content: string
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
  shell: CachedShell
  staticPaths: readonly string[]
  /** The site's previous manifest; an unchanged site keeps its timestamp. */
  previous?: LatestBuild | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** Returns a function that describes files and hashes identical pages once. */
function createDescriber(): (path: string, content: string) => ManifestEntry {
  const known = new Map<string, { sha256: string; size: number }>()
  return (path, content) => {
    const same = known.get(content) ?? { sha256: sha256(content), size: Buffer.byteLength(content) }
    known.set(content, same)
    return { path, ...same, type: contentType(path), cache: cacheClass(path) }
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const comparePaths = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1)

/** Returns a function that makes a programme's own files with a build id. */
function ownFiles(
  loaded: LoadedProgramme,
  shell: CachedShell,
  staticPaths: readonly string[]
): (buildId: string) => OwnFile[] {
  const { code, siteConfig, apiBase } = loaded.programme
  const placeholders = placeholderValues(loaded, '')
  const policy = contentPolicy({
    apiBase,
    scripts: shell.hashes.scripts,
    styles: [...shell.hashes.styles, policyHash(placeholders.brandStyle)]
  })
  const values = { ...placeholders, policy: policyMeta(policy) }
  const hosting: Hosting = { staticPaths, redirects: siteConfig.redirects }
  const pages = (buildId: string): OwnFile[] => {
    const runtimeConfig = runtimeConfigJson(loaded.programme, buildId)
    return shell.pages.map(page => ({
      path: page.file,
      content: fillTemplate(page, { ...values, runtimeConfig })
    }))
  }
  const rest: OwnFile[] = [
    { path: `images/logos/${code}.svg`, content: loaded.logo },
    { path: 'site-config.json', content: json({ [code]: siteConfig }) },
    { path: NOT_FOUND_TEXT.slice(1), content: 'Not found\n' },
    { path: '_headers', content: headersFile(hosting) },
    { path: '_redirects', content: redirectsFile(hosting) }
  ]
  return buildId => [...pages(buildId), ...rest]
}

/** For hosts that do not read `_headers`. They are written next to the site, so that they are never served. */
function hostingFiles(
  { programme: { code, siteConfig } }: LoadedProgramme,
  staticPaths: readonly string[]
): OwnFile[] {
  const hosting: Hosting = { staticPaths, redirects: siteConfig.redirects }
  return [
    { path: 'nginx.conf', content: nginxSnippet(code, hosting) },
    { path: 'Caddyfile', content: caddySnippet(code, hosting) },
    { path: 'cloudfront-function.js', content: cloudFrontFunction(code, hosting) },
    { path: 'cloudfront-headers.json', content: cloudFrontHeadersPolicy(code) }
  ]
}

/**
 * Creates one programme's site from the shell. Equal input gives equal bytes; the id is a hash of everything
 * that is served, and pages, which contain it, are hashed with an empty one.
 */
export function stampSite(
  loaded: LoadedProgramme,
  { shell, staticPaths, previous, now }: StampOptions
): StampedSite {
  const { code } = loaded.programme
  const ownFilesWith = ownFiles(loaded, shell, staticPaths)
  const hosting = hostingFiles(loaded, staticPaths)
  const describe = createDescriber()
  const entriesOf = (files: readonly OwnFile[]): ManifestEntry[] =>
    [...shell.files, ...files.map(({ path, content }) => describe(path, content))].toSorted(comparePaths)
  // The hosting configuration is part of the build.
  const hashed = [
    ...entriesOf(ownFilesWith('')),
    ...hosting.map(({ path, content }) => describe(`_hosting/${path}`, content))
  ]
  const id = sha256(hashed.map(entry => `${entry.path}\0${entry.sha256}\n`).join('')).slice(0, 16)
  const own = ownFilesWith(id)
  const latest: LatestBuild = previous?.id === id ? previous : { id, timestamp: new Date(now).toISOString() }
  const latestFile = {
    path: 'builds/latest.json',
    content: json({ id: latest.id, timestamp: latest.timestamp })
  }
  const manifest = {
    code,
    id,
    files: [...entriesOf(own), describe(latestFile.path, latestFile.content)].toSorted(comparePaths)
  }
  return {
    code,
    id,
    files: [
      ...shell.files.map(({ path }) => ({ path, sharedWith: join(shell.directory, path) })),
      ...own,
      { path: 'manifest.json', content: `${JSON.stringify(manifest, null, 1)}\n` },
      latestFile
    ],
    hosting
  }
}
