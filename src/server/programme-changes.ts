// Serves what programmes' files say now: a new file, another origin or another name needs no restart.

import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '#lib/text/message-of.ts'
import type { ProgrammeFolder } from './config.ts'
import type { Log } from './http/log.ts'
import type { RunningProgramme } from './http/programme.ts'
import type { AdmittedProgrammes } from './prepared-database.ts'

/** What is served at present. Everything reads this one list, which is changed in place. */
export interface ServedProgrammes {
  programmes: RunningProgramme[]
  /** Programmes whose files have faults, or whose ids have the data of others. */
  leftOutCount: number
}

interface Watched {
  files: ProgrammeFolder
  served: ServedProgrammes
  admit: (programmes: readonly RunningProgramme[]) => Promise<AdmittedProgrammes>
  log: Log
}

/**
 * Returns a function to be called every few seconds, which serves changed files. They are read once two calls have found them unchanged since, so
 * that a file is not read while it is being written. A programme whose new file has faults stays as it was.
 */
export function programmeWatch({ files, served, admit, log }: Watched): () => Promise<void> {
  let applied = files.readState
  let seen = applied
  return async () => {
    try {
      const state = files.state()
      const isSettled = state === seen
      seen = state
      if (!isSettled || state === applied) return
      const read = files.read()
      if (read.ok) await serveChanged(read.value, { served, admit, log })
      else log('error', 'programmes not read', { message: read.error })
      applied = state
    } catch (error) {
      log('error', 'programmes not read', { message: messageOf(error) })
    }
  }
}

async function serveChanged(
  { programmes, leftOut }: Extract<ReturnType<ProgrammeFolder['read']>, { ok: true }>['value'],
  { served, admit, log }: Omit<Watched, 'files'>
): Promise<void> {
  const isServed = (programme: RunningProgramme): boolean =>
    served.programmes.some(one => isDeepStrictEqual(one, programme))
  const { programmes: admitted, refused } = await admit(programmes.filter(one => !isServed(one)))
  const next = [...programmes.filter(isServed), ...admitted]
  const faulty = new Set([...leftOut.codes, ...refused.map(({ code }) => code)])
  const stays = ({ code, programmeId }: RunningProgramme): boolean =>
    faulty.has(code) && !next.some(one => one.code === code || one.programmeId === programmeId)
  const staying = served.programmes.filter(stays)
  const before = served.programmes.map(({ code }) => code)
  served.programmes.splice(0, Infinity, ...next, ...staying)
  served.leftOutCount = faulty.size
  const removed = before.filter(code => !served.programmes.some(one => one.code === code))
  for (const message of [...leftOut.faults, ...refused.map(one => one.message)])
    log('error', 'programme left out', { message })
  for (const { code } of staying)
    log('warning', 'programme unchanged', { message: `${code} is served as before its file had faults` })
  log('info', 'programmes changed', {
    changed: admitted.map(({ code }) => code).join(' '),
    removed: removed.join(' ')
  })
}
