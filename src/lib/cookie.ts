// Cookies of this host, read and written by script (spec 7: the token lives in a cookie).

export function readCookie(name: string): string | null {
  const start = `${name}=`
  const pair = document.cookie.split('; ').find(candidate => candidate.startsWith(start))
  return pair === undefined ? null : decodeURIComponent(pair.slice(start.length))
}

/** Writes a cookie for the whole host. `maxAge` in seconds; `Secure` where the page itself is secure. */
export function writeCookie(name: string, value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; SameSite=Strict${secure}`
}

export function deleteCookie(name: string): void {
  writeCookie(name, '', -1)
}
