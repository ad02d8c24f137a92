// The expected response for every caller, by the access that an operation declares in the contract.

import type { EndpointAccess } from '#contract/endpoint.ts'

/** `lead of another organisation` has a lead's access; ownership is checked with the data. */
export const CALLERS = [
  'nobody',
  'expired token',
  'disabled user',
  'case code',
  'viewer',
  'contributor',
  'lead',
  'lead of another organisation',
  'admin',
  'superuser'
] as const
export type CallerName = (typeof CALLERS)[number]

/** What the gate says before it looks at any data. */
export type Verdict = 'in' | 401 | 403

const people = (verdicts: readonly [Verdict, Verdict, Verdict, Verdict, Verdict]) => {
  const [viewer, contributor, lead, admin, superuser] = verdicts
  return { viewer, contributor, lead, 'lead of another organisation': lead, admin, superuser }
}
const strangers = (verdict: Verdict, caseCode: Verdict = verdict) => ({
  nobody: verdict,
  'expired token': verdict,
  'disabled user': verdict,
  'case code': caseCode
})

export const verdicts: Record<EndpointAccess, Record<CallerName, Verdict>> = {
  open: { ...strangers('in'), ...people(['in', 'in', 'in', 'in', 'in']) },
  case_code: { ...strangers(401, 'in'), ...people(['in', 'in', 'in', 'in', 'in']) },
  viewer: { ...strangers(401), ...people(['in', 'in', 'in', 'in', 'in']) },
  contributor: { ...strangers(401), ...people([403, 'in', 'in', 'in', 'in']) },
  lead: { ...strangers(401), ...people([403, 403, 'in', 'in', 'in']) },
  admin: { ...strangers(401), ...people([403, 403, 403, 'in', 'in']) },
  superuser: { ...strangers(401), ...people([403, 403, 403, 403, 'in']) }
}
