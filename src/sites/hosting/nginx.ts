import { NOT_FOUND_PAGE, SHELL_FILE } from '#programme/reserved-paths.ts'
import { DEEP_LINKS } from './deep-links.ts'
import { CACHE_CONTROL } from './file-kinds.ts'
import { htmlFile, quoteLiteral, SECURITY_HEADERS, type Hosting, type HostSnippet } from './hosting.ts'
import { PICTURE_POLICY } from './policy.ts'

/** A literal without `$`, which would begin a variable and cannot be escaped. */
const quoteAddress = (value: string): string => quoteLiteral(value.replaceAll('$', '%24'))

/**
 * Headers that differ between addresses are variables, because nginx drops all others if a location adds its
 * own.
 */
const headers = Object.entries({
  'Cache-Control': '$site_cache',
  ...SECURITY_HEADERS,
  'Content-Security-Policy': '$site_policy'
})

/** A snippet for the `server` block of a programme's host. */
export function nginxSnippet({ staticPaths, redirects }: Hosting): HostSnippet {
  const location = (match: string, ...lines: string[]) => `location ${match} { ${lines.join(' ')} }`
  const cached = (value: string) => `set $site_cache ${quoteLiteral(value)};`
  const policy = (value = '') => `set $site_policy ${quoteLiteral(value)};`
  // A missing file must not be cached as long as an existing one.
  const file = 'try_files $uri @gone;'
  const notFound = [cached(CACHE_CONTROL.never), 'return 404;']
  const rules = [
    'charset utf-8;',
    'charset_types text/css text/javascript application/javascript application/json text/plain;',
    'gzip on;',
    'gzip_vary on;',
    '# Sends the .gz beside a file. With the package libnginx-mod-http-brotli-static add: brotli_static on;',
    'gzip_static on;',
    'gzip_types text/css text/javascript application/javascript application/json image/svg+xml;',
    cached(CACHE_CONTROL.revalidate),
    policy(SECURITY_HEADERS['Content-Security-Policy']),
    ...headers.map(
      ([name, value]) => `add_header ${name} ${value.startsWith('$') ? value : quoteLiteral(value)} always;`
    ),
    ...Object.entries(redirects).map(([from, to]) =>
      location(`= ${quoteAddress(from)}`, `return 302 ${quoteAddress(to)};`)
    ),
    ...staticPaths.map(path => location(`= ${path}`, `try_files /${htmlFile(path)} =404;`)),
    location('@gone', ...notFound),
    location('^~ /_', ...notFound),
    location('^~ /assets/', cached(CACHE_CONTROL.immutable), file),
    location('^~ /fonts/', cached(CACHE_CONTROL.immutable), file),
    location('^~ /builds/', cached(CACHE_CONTROL.never), file),
    location('^~ /images/', policy(PICTURE_POLICY), file),
    location('= /manifest.json', cached(CACHE_CONTROL.never), file),
    location('~ [.][A-Za-z0-9]+$', file),
    ...DEEP_LINKS.map(prefix => location(`${prefix}/`, `try_files ${SHELL_FILE} =404;`)),
    location('/', 'try_files /nothing =404;', `error_page 404 ${NOT_FOUND_PAGE};`)
  ].join('\n')
  return code =>
    `# ${code}: include this in the server block of its host, beside listen, server_name and root.\n${rules}\n`
}
