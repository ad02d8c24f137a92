// plain: CloudFront function, runtime cloudfront-js-2.0, for the event type viewer-request.
// Do not map 403 or 404 to a page in the distribution: a missing asset must stay missing.
var pages = {
  "/": "/index.html",
  "/login": "/login.html",
  "/surveys/404": "/surveys/404.html"
};
var redirects = {};
var filesOnly = ['/assets/', '/builds/', '/fonts/', '/images/', '/_'];

function startsWithAny(uri, prefixes) {
  return prefixes.some(function (prefix) {
    return uri.startsWith(prefix);
  });
}

function handler(event) {
  var request = event.request;
  var uri = request.uri;
  if (Object.prototype.hasOwnProperty.call(redirects, uri)) {
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: redirects[uri] } } };
  }
  if (Object.prototype.hasOwnProperty.call(pages, uri)) {
    request.uri = pages[uri];
    return request;
  }
  if (uri.startsWith('/_')) {
    return { statusCode: 404, statusDescription: 'Not Found' };
  }
  if (startsWithAny(uri, filesOnly) || /\.[A-Za-z0-9]+$/.test(uri)) {
    return request;
  }
  // A deep link, or an address that does not exist: the island tells which. A function at this place cannot set the status.
  request.uri = '/404.html';
  return request;
}
