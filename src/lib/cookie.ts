// Cookies of this host, read and written by script (spec 7: the token lives in a cookie).

/** The value of a cookie; null if it is missing or malformed. Other software on the host or a browser extension may have set it. */
export function readCookie(name: string): string | null {
  const start = `${name}=`
  const values = document.cookie.split('; ').flatMap(pair => {
    const value = pair.startsWith(start) ? decodeCookie(pair.slice(start.length)) : null
    return value === null ? [] : [value]
  })
  return values[0] ?? null
}

/** Null for an invalid percent-encoding. */
function decodeCookie(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Writes a cookie for the whole host. `maxAge` in seconds; `Secure` where the page itself is secure. */
export function writeCookie(name: string, value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; SameSite=Strict${secure}`
}

export function deleteCookie(name: string): void {
  writeCookie(name, '', -1)
}
