// Choices of this tab, which survive a reload.

import { readStored, writeStored } from '#lib/web-storage.ts'

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

/** The ids that were kept under a name, in their order. */
export const recallList = (name: string): number[] =>
  (readStored('sessionStorage', name) ?? '').split(',').map(Number).filter(isId)

export const rememberList = (name: string, ids: readonly number[]): void =>
  writeStored('sessionStorage', name, ids.join(','))

/** The id that was chosen; null where there is none. */
export const recallChoice = (name: string): number | null => recallList(name)[0] ?? null

export const rememberChoice = (name: string, id: number): void => rememberList(name, [id])

export const forgetChoice = (name: string): void => writeStored('sessionStorage', name, null)
