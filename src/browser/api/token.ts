// The access token: a JWT in the cookie `token` (spec 7). The client only reads its claims; the server
// verifies it.

import type { TokenClaims } from '#contract/auth.ts'
import { deleteCookie, readCookie, writeCookie } from '#lib/cookie.ts'

const TOKEN_COOKIE = 'token'
const REFRESH_COOKIE = 'refresh'

/** The stored token; null if there is none, or if the cookie contains characters that are invalid in a header. */
export function readToken(): string | null {
  const token = readCookie(TOKEN_COOKIE)
  return token !== null && /^[\w.-]+$/.test(token) ? token : null
}

/**
 * Stores the token for exp − iat (spec 9). Returns false if it is not a readable token or the browser did
 * not store it.
 */
export function storeToken(token: string): boolean {
  const claims = decodeClaims(token)
  if (!claims) return false
  writeCookie(TOKEN_COOKIE, token, claims.exp - claims.iat)
  // Browsers silently drop a cookie above 4096 bytes, or any cookie if cookies are disabled.
  return readToken() === token
}

/** Spec 4: logging out clears the token and refresh cookies. */
export function clearToken(): void {
  deleteCookie(TOKEN_COOKIE)
  deleteCookie(REFRESH_COOKIE)
}

/** The user whose token is stored now; null if nobody is logged in. */
export function tokenOwner(): string | null {
  const token = readToken()
  return token === null ? null : (decodeClaims(token)?.sub ?? null)
}

/** A JWT's claims; null if it is not one. */
export function decodeClaims(token: string): TokenClaims | null {
  const payload = token.split('.')[1]
  if (!payload) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), character =>
      character.charCodeAt(0)
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return areClaims(claims) ? claims : null
  } catch {
    // Not base64 or not JSON, so not a token.
    return null
  }
}

function areClaims(value: unknown): value is TokenClaims {
  if (typeof value !== 'object' || value === null) return false
  const claims = value as Record<string, unknown>
  return (
    typeof claims['sub'] === 'string' &&
    ['role_type_id', 'programme_id', 'exp', 'iat'].every(name => Number.isFinite(claims[name]))
  )
}
