// People who write while a server or a database is killed, and what must be stored afterwards.

import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { SectionWriter } from './section-writer.ts'

type Writers = readonly SectionWriter[]

/** Starts all writers, kills in the middle, and waits for them to end. */
export async function killDuringWrites(
  writers: Writers,
  url: string,
  kill: () => Promise<void>
): Promise<void> {
  const before = writers.map(writer => writer.count)
  const writing = writers.map(writer => writer.writeUntilCut(url))
  // However slow the machine is, the kill happens during the writes, not before them.
  await waitFor(() => writers.every((writer, index) => writer.count > (before[index] ?? 0)))
  await pause(randomInt(0, 300))
  await kill()
  await Promise.all(writing)
}

async function waitFor(isSo: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 1000 && !isSo(); attempt++) await pause(20)
  expect(isSo()).toBe(true)
}

/** Nothing acknowledged is missing, nothing is partially stored, and pending writes can be sent again without being applied twice. */
export async function expectNothingLost(writers: Writers, url: string): Promise<void> {
  for (const writer of writers) {
    const standing = await writer.standing(url)
    expect(writer.possible()).toContainEqual(standing[0])
    expect(new Set(standing.map(cell => JSON.stringify(cell))).size).toBe(1)
    await writer.resend(url)
    for (const cell of await writer.standing(url)) expect(cell).toEqual(writer.acknowledged)
  }
}

/** Waits until a server can reach its database. */
export async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if ((await fetch(`${url}/readyz`)).ok) return
    await pause(50)
  }
  throw new Error('The server does not find the database again.')
}
