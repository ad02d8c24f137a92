import { DEEP_LINKS } from './deep-links.ts'
import { CACHE_CONTROL } from './file-kinds.ts'
import { htmlFile, securityHeaders, SHELL, type Hosting } from './hosting.ts'

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** A word of the configuration; a `$` would be read as a variable, and there is no way to escape one. */
const word = (value: string): string => quoted(value.replaceAll('$', '%24'))

/** A snippet for the `server` block of a programme's host. The headers stand once: nginx drops them where a location adds its own. */
export function nginxSnippet(code: string, { policy, staticPaths, redirects }: Hosting): string {
  const headers = Object.entries(securityHeaders(policy)).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)
  const location = (match: string, ...lines: string[]) => `location ${match} { ${lines.join(' ')} }`
  const cached = (value: string) => `set $site_cache ${quoted(value)};`
  const file = 'try_files $uri =404;'
  return `${[
    `# ${code}: include this in the server block of its host, beside listen, server_name and root.`,
    'charset utf-8;',
    'gzip on;',
    'gzip_types text/css text/javascript application/javascript application/json image/svg+xml;',
    cached(CACHE_CONTROL.revalidate),
    'add_header Cache-Control $site_cache always;',
    ...headers,
    ...Object.entries(redirects).map(([from, to]) => location(`= ${word(from)}`, `return 302 ${word(to)};`)),
    ...staticPaths.map(path => location(`= ${path}`, `try_files /${htmlFile(path)} =404;`)),
    location('^~ /_', 'return 404;'),
    location('^~ /assets/', cached(CACHE_CONTROL.immutable), file),
    location('^~ /fonts/', cached(CACHE_CONTROL.immutable), file),
    location('^~ /builds/', cached(CACHE_CONTROL.never), file),
    location('= /manifest.json', cached(CACHE_CONTROL.never), file),
    location('~ [.][A-Za-z0-9]+$', file),
    ...DEEP_LINKS.map(prefix => location(`${prefix}/`, `try_files ${SHELL} =404;`)),
    location('/', 'try_files /nothing =404;', `error_page 404 ${SHELL};`)
  ].join('\n')}\n`
}
