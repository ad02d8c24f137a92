// The island itself may fail to load after a new version is out: load the page again, at most once per 10 s for a path (spec 8, 9).
addEventListener('astro:hydration-error', event => {
  const key = 'chunk-reload:' + location.pathname
  const isChunk = /module/i.test(String(event.detail && event.detail.error))
  try {
    if (isChunk && Math.abs(Date.now() - Number(sessionStorage.getItem(key))) >= 10000) {
      sessionStorage.setItem(key, String(Date.now()))
      location.reload()
      return
    }
  } catch {
    // Without storage, reloads could repeat without end, so there is none.
  }
  document.getElementById('not-started').hidden = false
})
