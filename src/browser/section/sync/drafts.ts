// Drafts: what was typed and is not yet acknowledged by the server. A draft belongs to one user of one
// programme and is never shown to another account, because computers are shared. It counts as stored only
// when its transaction has completed on disk. All tabs of the user share one store; the newest edit of a
// cell wins there, whoever writes last.

import { tabOfEdit } from '#browser/section/state/edit-clock.ts'
import { unionOfAnswers } from '#browser/section/state/merge.ts'
import { ok, type Result } from '#lib/result.ts'
import { deviceTime, serverTime } from '#lib/time/server-clock.ts'
import {
  createDraftDatabase,
  type Acknowledgement,
  type CellDraft,
  type DraftDatabase,
  type DraftScope,
  type DraftTime
} from './draft-database.ts'

/** What another tab had already stored for a cell. */
export type DraftConflict =
  | { is: 'newer draft' | 'older draft'; draft: CellDraft }
  | ({ is: 'acknowledged' } & Acknowledgement)

export interface Drafts {
  read: () => Promise<Result<CellDraft[]>>
  /** The newest edit that is known to be settled; empty if none is. */
  newestSettled: () => Promise<Result<string>>
  /** Writes each draft unless a newer edit of its cell is stored or acknowledged. Returns what was found. */
  write: (drafts: readonly CellDraft[]) => Promise<Result<DraftConflict[]>>
  /** Deletes the drafts of these edits and earlier ones, and records for other tabs that the server has them. */
  acknowledge: (edits: readonly Acknowledgement[]) => Promise<Result<null>>
  /**
   * The same for edits that need not be sent, because the server already has their answer. An older draft of
   * another tab that was already sent is kept and returned: if it still arrives, these edits must be sent
   * after all.
   */
  retract: (edits: readonly Acknowledgement[]) => Promise<Result<DraftConflict[]>>
}

export const scopeName = ({ programmeCode, user, submissionId, sectionId }: DraftScope): string =>
  [programmeCode, user, submissionId, sectionId].map(String).map(encodeURIComponent).join('/')

/** The drafts of one section on this device. */
export function openDrafts(scope: DraftScope, now: DraftTime = serverTime, timeoutMs?: number): Drafts {
  const name = scopeName(scope)
  const attempt = createDraftDatabase(now, timeoutMs)
  const writtenAt = (): number => now() ?? deviceTime()
  return {
    read: () =>
      attempt(async open =>
        (await open.getAll('cells', IDBKeyRange.bound([name], [name, []]))).toSorted((one, other) =>
          one.edit < other.edit ? -1 : 1
        )
      ),
    newestSettled: () =>
      attempt(async open => {
        const known = await open.getAll('acknowledgements', IDBKeyRange.bound([name], [name, []]))
        return known.reduce((newest, { edit }) => (edit > newest ? edit : newest), '')
      }),
    write: drafts =>
      attempt(async open => {
        const transaction = open.transaction(['cells', 'acknowledgements'], 'readwrite', {
          durability: 'strict'
        })
        const [cells, acknowledgements] = [
          transaction.objectStore('cells'),
          transaction.objectStore('acknowledgements')
        ]
        const writeOne = async (draft: CellDraft): Promise<DraftConflict[]> => {
          const [stored, known] = await Promise.all([
            cells.get([name, draft.key]),
            acknowledgements.get([name, draft.key])
          ])
          const found: DraftConflict[] =
            known === undefined
              ? []
              : [{ is: 'acknowledged', key: known.key, edit: known.edit, version: known.version }]
          if (known !== undefined && known.edit >= draft.edit) return found
          const sent =
            stored === undefined || stored.tab === draft.tab
              ? draft.sent
              : unionOfAnswers(stored.sent, draft.sent)
          const isOlder = stored !== undefined && stored.edit > draft.edit
          const at = stored !== undefined && stored.edit >= draft.edit ? stored.at : writtenAt()
          await cells.put({ ...(isOlder ? stored : draft), sent, at, scope: name, section: scope })
          return isOlder ? [...found, { is: 'newer draft', draft: { ...stored, sent } }] : found
        }
        const [found] = await Promise.all([Promise.all(drafts.map(writeOne)), transaction.done])
        return found.flat()
      }),
    acknowledge: async edits => {
      const result = await attempt(open => settleEdits(open, name, edits, writtenAt(), () => false))
      return result.ok ? ok(null) : result
    },
    retract: edits =>
      attempt(open =>
        settleEdits(
          open,
          name,
          edits,
          writtenAt(),
          (stored, { edit }) => stored.sent.length > 0 && stored.tab !== tabOfEdit(edit)
        )
      )
  }
}

/** Deletes the drafts of settled edits, except those that must stay, which it returns. */
async function settleEdits(
  open: DraftDatabase,
  scope: string,
  edits: readonly Acknowledgement[],
  at: number,
  mustStay: (stored: CellDraft, edit: Acknowledgement) => boolean
): Promise<DraftConflict[]> {
  const transaction = open.transaction(['cells', 'acknowledgements'], 'readwrite')
  const [cells, acknowledgements] = [
    transaction.objectStore('cells'),
    transaction.objectStore('acknowledgements')
  ]
  const settleOne = async (settled: Acknowledgement): Promise<DraftConflict[]> => {
    const { key, edit, version } = settled
    const [stored, known] = await Promise.all([cells.get([scope, key]), acknowledgements.get([scope, key])])
    if (known === undefined || known.edit <= edit)
      await acknowledgements.put({ key, edit, version, scope, at })
    if (stored === undefined) return []
    if (stored.edit > edit) await cells.put({ ...stored, own_version: Math.max(stored.own_version, version) })
    else if (mustStay(stored, settled)) return [{ is: 'older draft', draft: stored }]
    else await cells.delete([scope, key])
    return []
  }
  const [found] = await Promise.all([Promise.all(edits.map(settleOne)), transaction.done])
  return found.flat()
}
