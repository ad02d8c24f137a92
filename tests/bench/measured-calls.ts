// Calls of several people at once, and what they cost the processor. Linux only.

import { readdirSync, readFileSync } from 'node:fs'
import type { Figure } from './report.ts'

const AT_ONCE = 8
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Makes a call and says whether it succeeded. */
export type Call = (index: number) => Promise<boolean>

/** The processes of the API and of the database's servers. */
export interface Pids {
  api: readonly number[]
  database: readonly number[]
}

export interface MeasuredCalls {
  /** Processor time of all processes with their children, in milliseconds for each call. */
  api: number
  database: number
  failed: number
  /** Milliseconds of each call. */
  took: number[]
}

/** Makes some calls that are not measured, and then `count` that are. */
export async function measureCalls(pids: Pids, count: number, call: Call): Promise<MeasuredCalls> {
  await runAll(Math.min(count, AT_ONCE * 5), call)
  const [api, database] = [processorTime(pids.api), processorTime(pids.database)]
  const ran = await runAll(count, call)
  return {
    api: (processorTime(pids.api) - api) / count,
    database: (processorTime(pids.database) - database) / count,
    ...ran
  }
}

export const costOf = (what: string, { api, database, failed }: MeasuredCalls): Figure => ({
  what,
  value: api + database,
  details: {
    'API ms': api.toFixed(1),
    'PostgreSQL ms': database.toFixed(1),
    'calls/s a core of the API': Math.round(1000 / api),
    'calls/s a core of both': Math.round(1000 / (api + database)),
    failed
  }
})

async function runAll(count: number, call: Call): Promise<Pick<MeasuredCalls, 'failed' | 'took'>> {
  let [next, failed] = [0, 0]
  const took: number[] = []
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) {
        const begun = performance.now()
        if (!(await call(next++).catch(() => false))) failed += 1
        took.push(performance.now() - begun)
      }
    })
  )
  return { failed, took }
}

/** Processor time of processes and their children, including those that have ended, in milliseconds. */
function processorTime(pids: readonly number[]): number {
  const all = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(statOf)
  const own = all.map(one =>
    pids.includes(one.pid) ? one.ticks + one.ofEnded : pids.includes(one.parent) ? one.ticks : 0
  )
  return own.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS
}

interface Used {
  pid: number
  parent: number
  ticks: number
  /** Of children that have ended. */
  ofEnded: number
}

function statOf(name: string): Used[] {
  try {
    // The name of the program, in parentheses, may have spaces.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [parent = 0, ...times] = [1, 11, 12, 13, 14].map(index => Number(fields[index]))
    const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = times
    return [{ pid: Number(name), parent, ticks: user + system, ofEnded: userOfEnded + systemOfEnded }]
  } catch {
    // It has ended since the folder was read.
    return []
  }
}
