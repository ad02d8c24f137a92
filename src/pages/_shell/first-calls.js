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
    let next
    try {
      const isOwn = localStorage.getItem('kept-for') === `${programmeId}/${claims.sub}/${buildId}`
      const { pages, everywhere } = JSON.parse(isOwn && !isSurvey && localStorage.getItem('kept:first-calls'))
      calls = pages[address] || everywhere
    } catch {
      // Storage is blocked, or nothing is stored for this user.
      calls = read('first-reads').flatMap(([pattern, templates, followUp]) => {
        const found = new RegExp(pattern).exec(address)
        const value = name => (name === 'programme' ? programmeId : found[name])
        const fill = one => one.replaceAll(/_(programme|\d)_/g, (_, name) => value(name))
        if (found && followUp) next = { list: followUp.list, call: fill(followUp.call) }
        return found ? templates.map(fill) : []
      })
    }
    const authorization = isSurvey ? null : 'Bearer ' + token
    const headers = { ...(authorization && { authorization }), 'content-type': 'application/json' }
    const responses = {}
    // As in the island's transport.
    const signal = AbortSignal.timeout(30_000)
    const begin = call => {
      const name = apiBase.replace(/\/+$/, '') + '/api/v1/' + call
      // A POST that only reads has its body on a second line.
      const [url, body] = name.split('\n')
      const method = body === undefined ? 'GET' : 'POST'
      responses[name] = fetch(url, { method, body, headers, signal, credentials: 'omit', redirect: 'error' })
      responses[name].catch(() => {})
      return responses[name]
    }
    const begun = calls.map(begin)
    // Its reply names what the next calls are about.
    const followUp = async () => {
      const reply = await (await begun[0]).clone().json()
      for (const id of reply[next.list]) begin(next.call.replace('_each_', id))
    }
    if (next) followUp().catch(() => {})
    globalThis.firstCalls = { authorization, responses }
  }
} catch {
  // Nobody is logged in: the island makes its own calls.
}
