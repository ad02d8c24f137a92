// Starts the calls that this page made first on the last visit. The API and the guards still decide what is allowed.
try {
  const { programmeId, buildId, apiBase } = JSON.parse(document.getElementById('runtime-config').textContent)
  const token = decodeURIComponent(/(?:^|; )token=([^;]*)/.exec(document.cookie)[1])
  const claims = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
  const isOwn = localStorage.getItem('kept-for') === `${programmeId}/${claims.sub}/${buildId}`
  // Respondents' pages make no calls for whoever is logged in (spec 4).
  const isSurvey = location.pathname.startsWith('/surveys')
  if (isOwn && !isSurvey && claims.programme_id === programmeId) {
    const { pages, everywhere } = JSON.parse(localStorage.getItem('kept:first-calls'))
    const authorization = 'Bearer ' + token
    const headers = { authorization, 'content-type': 'application/json' }
    const responses = {}
    // As in the island's transport.
    const signal = AbortSignal.timeout(30_000)
    for (const path of pages[location.pathname + location.search] || everywhere) {
      const url = apiBase.replace(/\/+$/, '') + '/api/v1/' + path
      responses[url] = fetch(url, { headers, signal, credentials: 'omit', redirect: 'error' })
      responses[url].catch(() => {})
    }
    globalThis.firstCalls = { authorization, responses }
  }
} catch {
  // Nobody is logged in, or no calls are stored: the island makes its own.
}
