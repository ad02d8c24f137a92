import { NOT_FOUND_PAGE, SHELL_FILE } from '#programme/reserved-paths.ts'
import { DEEP_LINKS } from './deep-links.ts'
import { CACHE_CONTROL } from './file-kinds.ts'
import { htmlFile, quoteLiteral, SECURITY_HEADERS, type Hosting, type HostSnippet } from './hosting.ts'
import { PICTURE_POLICY } from './policy.ts'

/** A snippet for the site block of a programme's host in a Caddyfile, from Caddy 2.6. No literal contains braces, which would be placeholders. */
export function caddySnippet({ staticPaths, redirects }: Hosting): HostSnippet {
  const block = (head: string, ...lines: string[]) =>
    [`${head.trim()} {`, ...lines.map(line => line.replace(/^/gm, '\t')), '}'].join('\n')
  const handle = (match: string, ...lines: string[]) => block(`handle ${match}`, ...lines)
  const cache = (value: string) => `header Cache-Control ${quoteLiteral(value)}`
  const notFound = [cache(CACHE_CONTROL.never), 'respond "Not found" 404']
  // A file's compressed copy, if there is one beside it.
  const serve = block('file_server', 'precompressed br gzip')
  const page = (file: string) => [cache(CACHE_CONTROL.revalidate), `rewrite * ${file}`, serve]
  const file = (match: string, value: string, ...more: string[]) =>
    handle(match, '@there file', handle('@there', cache(value), ...more, serve), handle('', ...notFound))
  const rules = [
    'encode gzip',
    block(
      'header',
      ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name} ${quoteLiteral(value)}`)
    ),
    '@named path_regexp [.][A-Za-z0-9]+$',
    // Keeps the written order; otherwise Caddy sorts directives.
    block(
      'route',
      ...Object.entries(redirects).map(([from, to]) => handle(from, `redir * ${quoteLiteral(to)} 302`)),
      ...staticPaths.map(path => handle(path, ...page(`/${htmlFile(path)}`))),
      handle('/_*', ...notFound),
      ...['/assets/*', '/fonts/*'].map(path => file(path, CACHE_CONTROL.immutable)),
      ...['/builds/*', '/manifest.json'].map(path => file(path, CACHE_CONTROL.never)),
      file(
        '/images/*',
        CACHE_CONTROL.revalidate,
        `header Content-Security-Policy ${quoteLiteral(PICTURE_POLICY)}`
      ),
      file('@named', CACHE_CONTROL.revalidate),
      ...DEEP_LINKS.map(prefix => handle(`${prefix}/*`, ...page(SHELL_FILE))),
      handle(
        '',
        cache(CACHE_CONTROL.revalidate),
        `rewrite * ${NOT_FOUND_PAGE}`,
        block('file_server', 'precompressed br gzip', 'status 404')
      )
    )
  ].join('\n')
  return code => `# ${code}: import this in the site block of its host, beside root.\n${rules}\n`
}
