// Tokens as a client sees them: readable claims, and a signature that it cannot verify.

import type { TokenClaims } from '#contract/auth.ts'

export function aToken(claims: Partial<TokenClaims> = {}): string {
  const iat = Math.floor(Date.now() / 1000)
  const all: TokenClaims = { sub: '7', role_type_id: 3, programme_id: 1, iat, exp: iat + 4 * 3600, ...claims }
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(all)}.signature`
}
