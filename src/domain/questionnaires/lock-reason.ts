// Why nothing can be entered in a questionnaire now, and why an act is refused in a section, as text (product 22.10).

import type { WindowKind } from '#contract/correction-windows.ts'
import type { LockReason } from '#contract/lock-reason.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { isAdminRole, isAtLeast, ROLE } from '#domain/people/roles.ts'
import { formatDay } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import type { CalendarDay } from '#lib/time/time-zone.ts'
import { correctionText } from './correction-text.ts'
import type { ChangeRefusal } from './section-changes.ts'

/** Opens a closed questionnaire, or one of its sections, again. */
export interface CorrectionWindow {
  /** Null for the whole questionnaire. */
  section_id: number | null
  window_kind: WindowKind
  open_until: Date
  /** The cells that it opens; null for all. */
  cells: readonly CellAddress[] | null
}

export interface CollectionWindow {
  is_locked: boolean
  opens_at: Date | null
  closes_at: Date | null
  is_accepted: boolean
  correction_windows: readonly CorrectionWindow[]
}

interface LockReaderRole {
  /** Null for a respondent, who has no role. */
  roleTypeId: number | null
  /** Whether the organisation takes part in the project and period. */
  isRegistered: boolean
  /** Whether the organisation has been retired. */
  isRetired: boolean
}

/** The first reason that applies to a section, or to the questionnaire as a whole: it is open while one of its sections is. */
export function lockReason(
  window: CollectionWindow,
  person: LockReaderRole,
  now: Date,
  sectionId: number | null = null
): LockReason | null {
  if (window.is_accepted) return 'accepted'
  if (window.is_locked) return 'locked_by_admin'
  if (window.opens_at === null || now < window.opens_at) return 'not_open'
  if (isShut(window, now, sectionId)) return 'closed'
  const correction = hasClosed(window, now) ? correctionAt(window, now, sectionId) : null
  return lockOfPerson(person) ?? (correction?.window_kind === 'complete' ? 'complete_only' : null)
}

/** Whether data collection has closed and no window opens the section again. */
export const isShut = (
  window: Pick<CollectionWindow, 'closes_at' | 'correction_windows'>,
  now: Date,
  sectionId: number | null
): boolean => hasClosed(window, now) && correctionAt(window, now, sectionId) === null

const hasClosed = ({ closes_at }: Pick<CollectionWindow, 'closes_at'>, now: Date): boolean =>
  closes_at !== null && now >= closes_at

function lockOfPerson({ roleTypeId, isRegistered, isRetired }: LockReaderRole): LockReason | null {
  if (isRetired) return 'organisation_retired'
  if (!isRegistered) return 'not_registered'
  return roleTypeId !== null && !isAtLeast(roleTypeId, ROLE.contributor) ? 'read_only_role' : null
}

/** The open window for a section, or for any section of the questionnaire. Windows that allow more come first, then those that close last. */
export function correctionAt(
  { correction_windows }: Pick<CollectionWindow, 'correction_windows'>,
  now: Date,
  sectionId: number | null
): CorrectionWindow | null {
  const open = correction_windows.filter(
    one =>
      now < one.open_until && (sectionId === null || one.section_id === null || one.section_id === sectionId)
  )
  const allowed = (kind: WindowKind): CorrectionWindow[] =>
    open
      .filter(({ window_kind }) => window_kind === kind)
      .toSorted((one, other) => other.open_until.getTime() - one.open_until.getTime())
  return [...allowed('change'), ...allowed('cells'), ...allowed('complete')][0] ?? null
}

/** Whether a section is closed, and open for corrections of its answers. */
export const isCorrecting = (
  window: Pick<CollectionWindow, 'closes_at' | 'correction_windows'>,
  now: Date,
  sectionId: number | null
): boolean =>
  hasClosed(window, now) && (correctionAt(window, now, sectionId)?.window_kind ?? 'complete') !== 'complete'

/** The cells of a closed section that are open for corrections; null unless only some are. */
export const openCellsAt = (
  window: Pick<CollectionWindow, 'closes_at' | 'correction_windows'>,
  now: Date,
  sectionId: number | null
): readonly CellAddress[] | null =>
  sectionId !== null && hasClosed(window, now) ? (correctionAt(window, now, sectionId)?.cells ?? null) : null

/** When entering ends: the end of an open correction window once data collection has closed. */
export function closingTime(
  window: Pick<CollectionWindow, 'closes_at' | 'correction_windows'>,
  now: Date,
  sectionId: number | null = null
): Date | null {
  if (!hasClosed(window, now)) return window.closes_at
  return correctionAt(window, now, sectionId)?.open_until ?? window.closes_at
}

/** The first and the last day, in the programme's time zone (src/domain/projects/window-days.ts). */
export interface LockDays {
  opensOn?: CalendarDay | null
  closesOn?: CalendarDay | null
}

/** The reader. Roles that cannot change something are told whom to ask. */
export interface LockReader {
  /** Null for a respondent, who has no role and knows no admin to ask. */
  roleTypeId: number | null
  /** 'Your organisation', or the name of the one that an admin has chosen. */
  organisation: string
}

/** What to do, for those who can do it and for those who have to ask. */
interface LockAdvice {
  admin: string
  lead?: string
  member: string
}

const IN_FORM = 'under Form on the data collection page'

function adviceFor({ roleTypeId }: LockReader, advice: LockAdvice): string {
  if (roleTypeId === null) return ''
  if (isAdminRole(roleTypeId)) return ` ${advice.admin}`
  return ` ${(isAtLeast(roleTypeId, ROLE.lead) && advice.lead) || advice.member}`
}

const refusalTexts: Record<ChangeRefusal, (days: LockDays, reader: LockReader, now: Date) => string> = {
  not_open: ({ opensOn }, reader, now) =>
    opensOn
      ? `Data collection opens on ${formatDay(opensOn, now)}.`
      : `Data collection is not open yet.${adviceFor(reader, {
          admin: `You can set the opening date ${IN_FORM}.`,
          member: 'A programme admin can tell you when it opens.'
        })}`,
  closed: ({ closesOn }, reader, now) =>
    `${closesOn ? `Data collection closed on ${formatDay(closesOn, now)}.` : 'Data collection is closed.'}${adviceFor(
      reader,
      {
        admin: `You can set a later closing date ${IN_FORM}.`,
        member: 'To correct an answer, ask a programme admin.'
      }
    )}`,
  signed_off: (_, reader) =>
    `This section is signed off.${adviceFor(reader, {
      admin: 'You can reopen it to change its answers.',
      lead: 'You can reopen it to change its answers.',
      member: 'Your organisation’s lead can reopen it.'
    })}`,
  locked_by_admin: (_, reader) =>
    `A programme admin has locked this questionnaire.${adviceFor(reader, {
      admin: `You can unlock it ${IN_FORM}.`,
      member: 'To enter answers, ask them to unlock it.'
    })}`,
  not_registered: (_, reader) =>
    `${reader.organisation} is not registered for this project in this period.${adviceFor(reader, {
      admin: 'You can register it on the registration page.',
      lead: 'The registration page says when you can register it.',
      member: 'Your organisation’s lead can register it while registration is open.'
    })}`,
  organisation_retired: (_, reader) =>
    `${reader.organisation} has been retired, so nothing can be entered for it.${adviceFor(reader, {
      admin: 'You can restore it in the files that the programme is provisioned from.',
      member: 'To have it restored, ask a programme admin.'
    })}`,
  read_only_role: () =>
    'You can view these answers but not edit them. To edit, ask a programme admin for the contributor role.',
  accepted: (_, reader) =>
    `The programme has accepted these answers.${adviceFor(reader, {
      admin: 'You can revoke the acceptance on the data collection page to allow changes.',
      member: 'To correct an answer, ask a programme admin.'
    })}`,
  complete_only: ({ closesOn }, reader, now) =>
    `${closesOn ? correctionText('complete', formatDay(closesOn, now)) : 'Sections can be marked complete and signed off.'} Answers cannot be changed.${adviceFor(
      reader,
      {
        admin: 'You can open it for corrections on the data collection page.',
        member: 'To correct an answer, ask a programme admin.'
      }
    )}`,
  complete: () => 'This section is marked complete. Reopen it to change its answers.',
  declared_empty: (_, reader) =>
    `This section is marked “Nothing to report”.${adviceFor(reader, {
      admin: 'To enter answers, undo this.',
      lead: 'To enter answers, undo this.',
      member: 'Your organisation’s lead can undo this.'
    })}`,
  submitted: () => 'This questionnaire was submitted and cannot be changed.',
  lead_signs_off: () => 'Only a lead of the organisation can sign off.',
  lead_reopens: () => 'Only a lead of the organisation can reopen what is signed off.',
  lead_declares: () =>
    'Only a lead of the organisation can mark a section “Nothing to report”, or undo this.',
  cells_only: (_, reader) =>
    `Only some answers are open for corrections.${adviceFor(reader, {
      admin: 'You can open the whole section on the data collection page.',
      member: 'To correct another answer, ask a programme admin.'
    })}`
}

/** Why nothing can be entered, and when or by whom that changes. */
export const changeRefusalText = (
  refusal: ChangeRefusal,
  days: LockDays,
  reader: LockReader,
  now: Date = presentTime()
): string => refusalTexts[refusal](days, reader, now)
