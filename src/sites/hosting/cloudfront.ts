import { FILES_ONLY, SHELL_FILE } from '#programme/reserved-paths.ts'
import { CACHE_CONTROL } from './file-kinds.ts'
import { htmlFile, SECURITY_HEADERS, type Hosting, type HostSnippet } from './hosting.ts'

/**
 * A CloudFront function (runtime cloudfront-js-2.0, viewer request) that maps addresses to files of the
 * bucket.
 */
export function cloudFrontFunction({ staticPaths, redirects }: Hosting): HostSnippet {
  const pages = Object.fromEntries(staticPaths.map(path => [path, `/${htmlFile(path)}`]))
  const headers = Object.fromEntries(
    Object.entries(SECURITY_HEADERS).map(([name, value]) => [name.toLowerCase(), { value }])
  )
  const code = `// Do not map 403 or 404 to a page in the distribution: a missing asset must stay missing.
var pages = ${JSON.stringify(pages, null, 2)};
var redirects = ${JSON.stringify(redirects, null, 1)};
var filesOnly = ${JSON.stringify(FILES_ONLY.map(path => `${path}/`))};
// The headers policy of the distribution is not added to what a function answers by itself.
var security = ${JSON.stringify(headers, null, 2)};

function answer(statusCode, statusDescription, name, value) {
  var headers = Object.assign({}, security);
  headers[name] = { value: value };
  return { statusCode: statusCode, statusDescription: statusDescription, headers: headers };
}

function handler(event) {
  var request = event.request;
  var uri = request.uri;
  if (Object.prototype.hasOwnProperty.call(redirects, uri)) {
    return answer(302, 'Found', 'location', redirects[uri]);
  }
  if (Object.prototype.hasOwnProperty.call(pages, uri)) {
    request.uri = pages[uri];
    return request;
  }
  if (uri.startsWith('/_')) {
    return answer(404, 'Not Found', 'cache-control', '${CACHE_CONTROL.never}');
  }
  var isFile = filesOnly.some(function (prefix) {
    return uri.startsWith(prefix);
  });
  if (isFile || /\\.[A-Za-z0-9]+$/.test(uri)) {
    return request;
  }
  // A deep link, or an address that does not exist: the island decides. A function at this stage cannot set the status.
  request.uri = '${SHELL_FILE}';
  return request;
}
`
  return programme =>
    `// ${programme}: CloudFront function, runtime cloudfront-js-2.0, for the event type viewer-request.\n${code}`
}

/** The ResponseHeadersPolicyConfig for `aws cloudfront create-response-headers-policy --response-headers-policy-config file://…`. */
export function cloudFrontHeadersPolicy(code: string): string {
  const {
    'Content-Security-Policy': csp,
    'X-Frame-Options': frame,
    'Referrer-Policy': referrer,
    ...others
  } = SECURITY_HEADERS
  const own = new Set(['Strict-Transport-Security', 'X-Content-Type-Options'])
  const items = Object.entries(others)
    .filter(([name]) => !own.has(name))
    .map(([Header, Value]) => ({ Header, Value, Override: true }))
  const config = {
    Name: `${code}-site`,
    Comment: `Security headers of the site ${code}`,
    SecurityHeadersConfig: {
      ContentSecurityPolicy: { Override: true, ContentSecurityPolicy: csp },
      ContentTypeOptions: { Override: true },
      FrameOptions: { Override: true, FrameOption: frame },
      ReferrerPolicy: { Override: true, ReferrerPolicy: referrer },
      StrictTransportSecurity: {
        Override: true,
        AccessControlMaxAgeSec: 31_536_000,
        IncludeSubdomains: false,
        Preload: false
      }
    },
    CustomHeadersConfig: { Quantity: items.length, Items: items }
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
