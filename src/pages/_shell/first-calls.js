// Starts the calls that this page made first on the last visit, or on a device that knows none, those that its address makes in any case. The API and
// the guards still decide what is allowed.
try {
  const read = id => JSON.parse(document.getElementById(id).textContent)
  const { programmeId, buildId, apiBase } = read('runtime-config')
  const token = decodeURIComponent(/(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1] ?? '')
  const address = location.pathname + location.search
  // Respondents' pages make no calls for whoever is logged in (spec 4).
  const isSurvey = location.pathname.startsWith('/surveys')
  const claims =
    token !== '' && JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
  if (isSurvey ? token === '' : claims.programme_id === programmeId) {
    let calls
    try {
      const isOwn = localStorage.getItem('kept-for') === `${programmeId}/${claims.sub}/${buildId}`
      const { pages, everywhere } = JSON.parse(isOwn && !isSurvey && localStorage.getItem('kept:first-calls'))
      calls = pages[address] || everywhere
    } catch {
      // Storage is blocked, or nothing is stored for this user.
      calls = read('first-reads').flatMap(([pattern, templates]) => {
        const found = new RegExp(pattern).exec(address)
        const value = name => (name === 'programme' ? programmeId : found[name])
        return found
          ? templates.map(one => one.replaceAll(/_(programme|\d)_/g, (_, name) => value(name)))
          : []
      })
    }
    const authorization = isSurvey ? null : 'Bearer ' + token
    const headers = { ...(authorization && { authorization }), 'content-type': 'application/json' }
    const responses = {}
    // As in the island's transport.
    const signal = AbortSignal.timeout(30_000)
    for (const call of calls) {
      const name = apiBase.replace(/\/+$/, '') + '/api/v1/' + call
      // A POST that only reads has its body on a second line.
      const [url, body] = name.split('\n')
      const method = body === undefined ? 'GET' : 'POST'
      responses[name] = fetch(url, { method, body, headers, signal, credentials: 'omit', redirect: 'error' })
      responses[name].catch(() => {})
    }
    globalThis.firstCalls = { authorization, responses }
  }
} catch {
  // Nobody is logged in: the island makes its own calls.
}
