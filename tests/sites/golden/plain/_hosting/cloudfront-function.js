// plain: CloudFront function, runtime cloudfront-js-2.0, for the event type viewer-request.
// Do not map 403 or 404 to a page in the distribution: a missing asset must stay missing.
var pages = {
  "/": "/index.html",
  "/login": "/login.html",
  "/surveys/404": "/surveys/404.html"
};
var redirects = {};
var filesOnly = ["/assets/","/builds/","/fonts/","/images/"];
// The headers policy of the distribution is not added to what a function answers by itself.
var security = {
  "content-security-policy": {
    "value": "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  },
  "cross-origin-opener-policy": {
    "value": "same-origin"
  },
  "cross-origin-resource-policy": {
    "value": "same-origin"
  },
  "permissions-policy": {
    "value": "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
  },
  "referrer-policy": {
    "value": "same-origin"
  },
  "strict-transport-security": {
    "value": "max-age=31536000"
  },
  "x-content-type-options": {
    "value": "nosniff"
  },
  "x-frame-options": {
    "value": "DENY"
  }
};

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
    return answer(404, 'Not Found', 'cache-control', 'no-store');
  }
  var isFile = filesOnly.some(function (prefix) {
    return uri.startsWith(prefix);
  });
  if (isFile || /\.[A-Za-z0-9]+$/.test(uri)) {
    return request;
  }
  // A deep link, or an address that does not exist: the island decides. A function at this stage cannot set the status.
  request.uri = '/app.html';
  return request;
}
