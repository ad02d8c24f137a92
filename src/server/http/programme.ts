import type { Programme as ProgrammeFile } from '#programme/schema.ts'
import { requireFound } from './api-error.ts'

/** A programme as its file says. */
export interface RunningProgramme {
  programmeId: number
  code: string
  /** Codes under which the database may know it until its first start as `code`. */
  formerCodes?: readonly string[]
  programmeName: string
  /** Averages over fewer values are never shown. */
  minimumPeerCount: number
  /**
   * Where its site is served, for example https://wards.example.org. Links in mails lead to the first one,
   * so it includes its port; others may be `http://wards.localhost:*`, any port, for local use.
   */
  origins: readonly [string, ...string[]]
  explorerTypes: { explorer_type: string; label: string }[]
  /** The time zone of deadlines. */
  timeZone: string
  otpRequired?: boolean
  /** The reply address of its mails. */
  supportEmail?: string
  /** Nobody can request an account; admins invite people. */
  isRegistrationClosed?: boolean
  /** The age at which passwords expire; never if omitted. */
  passwordMaxAgeDays?: number
  /** Whether leads see single cases of their organisation's surveys; totals only if omitted. */
  respondentResults?: 'aggregate' | 'cases'
}

const standardTypes = [{ explorer_type: 'results', label: 'Results' }]

/** Where a site is served as its file says; where it says nothing, where `npm start` and `npm run dev` serve it. */
export function originsOf({ code, origins }: ProgrammeFile): RunningProgramme['origins'] {
  const [first, ...others] = origins ?? []
  return first === undefined
    ? [`http://${code}.localhost:4321`, `http://${code}.localhost:*`]
    : [first, ...others]
}

/** Whether only browsers on this machine can open its site. */
export const isLocal = ({ origins: [first] }: RunningProgramme): boolean =>
  URL.parse(first)?.hostname.endsWith('localhost') ?? false

export function servedProgramme(file: ProgrammeFile, origins: RunningProgramme['origins']): RunningProgramme {
  const { minimum_peer_count, explorer_types, otp_required, registration_enabled, support_email } =
    file.siteConfig
  return {
    programmeId: file.programmeId,
    code: file.code,
    ...(file.formerCodes && { formerCodes: file.formerCodes }),
    programmeName: file.programmeName,
    minimumPeerCount: minimum_peer_count,
    explorerTypes: explorer_types.length > 0 ? explorer_types : standardTypes,
    otpRequired: otp_required,
    ...(support_email !== '' && { supportEmail: support_email }),
    timeZone: file.timeZone,
    isRegistrationClosed: !registration_enabled,
    ...(file.passwordMaxAgeDays !== undefined && { passwordMaxAgeDays: file.passwordMaxAgeDays }),
    ...(file.respondentResults && { respondentResults: file.respondentResults }),
    origins
  }
}

/** A programme that is served here, or a 404. */
export function programmeOf(programmes: readonly RunningProgramme[], programmeId: number): RunningProgramme {
  return requireFound(
    programmes.find(programme => programme.programmeId === programmeId),
    'programme'
  )
}

/**
 * The base of links in mails. Configured, never taken from a request, because whoever requests a mail may
 * not be its recipient.
 */
export const siteUrl = ({ origins: [first] }: RunningProgramme): string => first

export function mayCallFrom(programmes: readonly RunningProgramme[], origin: string): boolean {
  return programmes.some(programme => programme.origins.some(allowed => isSameOrigin(allowed, origin)))
}

/** The programme whose site has this origin; none if several programmes or none do. */
export function programmeOfOrigin(
  programmes: readonly RunningProgramme[],
  origin: string | undefined
): RunningProgramme | null {
  const named = origin === undefined ? [] : programmes.filter(programme => mayCallFrom([programme], origin))
  return named.length === 1 ? (named[0] ?? null) : null
}

function isSameOrigin(allowed: string, origin: string): boolean {
  if (!allowed.endsWith(':*')) return allowed === origin
  const host = allowed.slice(0, -2)
  return origin === host || (origin.startsWith(`${host}:`) && /^\d{1,5}$/.test(origin.slice(host.length + 1)))
}
