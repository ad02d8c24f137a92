import { DEEP_LINKS } from './deep-links.ts'
import { CACHE_CONTROL } from './file-kinds.ts'
import { htmlFile, securityHeaders, SHELL, type Hosting } from './hosting.ts'

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** A word of the configuration; a `$` would be read as a variable, and there is no way to escape one. */
const word = (value: string): string => quoted(value.replaceAll('$', '%24'))

/** A snippet for the `server` block of a programme's host. nginx drops inherited headers where a location adds one, so each adds all. */
export function nginxSnippet(code: string, { policy, staticPaths, redirects }: Hosting): string {
  const security = Object.entries(securityHeaders(policy)).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)
  const location = (match: string, ...lines: string[]) => [`location ${match} {`, ...lines.map(line => `  ${line}`), '}'].join('\n')
  const cached = (value: string) => [`add_header Cache-Control ${quoted(value)} always;`, ...security]
  const page = (path: string) => location(`= ${path}`, `try_files /${htmlFile(path)} =404;`, ...cached(CACHE_CONTROL.revalidate))
  const files = (prefix: string, value: string) => location(`^~ ${prefix}/`, 'try_files $uri =404;', ...cached(value))
  return `${[
    `# ${code}: include this in the server block of its host, beside listen, server_name and root.`,
    'charset utf-8;\netag on;\ngzip on;\ngzip_types text/css text/javascript application/javascript application/json image/svg+xml;',
    ...Object.entries(redirects).map(([from, to]) => location(`= ${word(from)}`, `return 302 ${word(to)};`)),
    ...staticPaths.map(page),
    location('^~ /_', 'return 404;'),
    files('/assets', CACHE_CONTROL.immutable),
    files('/fonts', CACHE_CONTROL.immutable),
    files('/builds', CACHE_CONTROL.never),
    location('= /manifest.json', 'try_files $uri =404;', ...cached(CACHE_CONTROL.never)),
    location('~ \\.[A-Za-z0-9]+$', 'try_files $uri =404;', ...cached(CACHE_CONTROL.revalidate)),
    ...DEEP_LINKS.map(prefix => location(`${prefix}/`, `try_files ${SHELL} =404;`, ...cached(CACHE_CONTROL.revalidate))),
    location('/', 'try_files /nothing =404;', `error_page 404 ${SHELL};`, ...cached(CACHE_CONTROL.revalidate))
  ].join('\n\n')}\n`
}
