// One visit of one person to a section: the engine with a manual clock, a disk in memory and a faulty network.

import './indexed-db.ts'
import { SectionEngine } from '#browser/section/section-engine.ts'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { checkSave, saveReply } from '#browser/section/sync/save-answers.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import type { CellChange } from '#contract/section-submissions.ts'
import { err, type Result } from '#lib/result.ts'
import { handTiming } from './manual-timing.ts'
import { noOtherTabs } from './no-other-tabs.ts'

// Loaded ahead, because the time of these tests stands still.
await saveReply.load()

/** Where the drafts of the first user are. */
export const scope = { programmeCode: 'wards', user: 'u1', submissionId: 5, sectionId: 3 }

/** Time stands still while the disk works: an own transaction completes only after all that were begun before it. */
export const disk = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) {
    await openDrafts({ ...scope, user: 'onlooker' }, () => 0).write([])
    await new Promise(resolve => setImmediate(resolve))
  }
}

type Sent = Result<unknown> | Promise<Result<unknown>>
/** The fate of a request; calling the given function delivers it. */
export type Fault = (arrive: () => Sent) => Sent

/** The server side of a section: reads and saves. */
export interface SectionSide {
  read: () => Promise<SectionQuestions>
  save: (id: string, answers: CellChange[]) => Sent
}

export interface Visit {
  engine: SectionEngine
  pass: (milliseconds: number) => Promise<void>
  now: () => number
  type: (key: string, text: string) => void
  /** How the next requests go; when there are none left, they arrive. */
  faults: Fault[]
  sent: { id: string; answers: CellChange[] }[]
}

let visits = 0

/** Opens the section for a user whose drafts an earlier visit may have left. */
export async function visit(side: SectionSide, user = 'u1'): Promise<Visit> {
  const underway = new Set<Promise<unknown>>()
  // Time also stands still while the other side works.
  const timing = handTiming(1_000_000, async () => {
    for (await disk(); underway.size > 0; await disk()) await Promise.all(underway)
  })
  const faults: Fault[] = []
  const sent: Visit['sent'] = []
  const name = `visit-${(visits += 1)}`
  let ids = 0
  const engine = new SectionEngine({
    section: await side.read(),
    drafts: openDrafts({ ...scope, user }, timing.now),
    tabs: noOtherTabs,
    timing,
    newId: () => `${name}-${(ids += 1)}`,
    send: async (_, id, answers) => {
      sent.push({ id, answers })
      const arrive = (): Sent => side.save(id, answers)
      const result = checkSave(Promise.resolve((faults.shift() ?? (pass => pass()))(arrive)))
      underway.add(result)
      return result.finally(() => underway.delete(result))
    },
    fetchSection: async () => ({ ok: true, value: await side.read() })
  })
  await engine.restore()
  const type = (key: string, text: string): void => {
    engine.editing.enter(key)
    engine.editing.type(key, text)
    engine.editing.leave(key)
  }
  return { engine, pass: timing.pass, now: timing.now, type, faults, sent }
}

/** The request did not get through. */
export const offline = (): Result<unknown> => err('An error occurred. Please try again later.', null)

/** The request got through and its answer did not. */
export const lost: Fault = async arrive => {
  await arrive()
  return offline()
}
