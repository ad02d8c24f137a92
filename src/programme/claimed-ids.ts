// Finds all ids in the programme files, valid or not: a new programme must not reuse one, because its id decides whose data it shows.

import { OutsideFolder } from '#outside/folder.ts'
import { programmeFiles } from './programme-files.ts'
import { MAX_TEXT_BYTES } from './read-file.ts'
import { MAX_PROGRAMME_ID } from './schema.ts'

export interface ClaimedIds {
  /** The highest id of any file; 0 without one. */
  highest: number
  /** Files that look like a programme's but in which no id was found. */
  unreadable: string[]
}

/** The field's name, also mistyped, followed by any separators and its value. */
const ID = /program(?:me)?[\s_-]?id\W{0,12}(\d{1,10})/gi

/** Finds ids in a file that may be neither JSON nor UTF-8. */
export function findClaimedIds(root: string, file: string): number[] {
  const read = new OutsideFolder(root).read(file, MAX_TEXT_BYTES)
  if (!read.ok) return []
  const text = read.value.toString('latin1').replaceAll('\0', '')
  return [...text.matchAll(ID)].map(([, digits]) => Number(digits)).filter(id => id <= MAX_PROGRAMME_ID)
}

/** The file of the programme with an id, whatever its code: the database has a former code until an API starts with the file. */
export const findFileOf = (root: string, programmeId: number): string | undefined =>
  programmeFiles(root).files.find(file => findClaimedIds(root, file).includes(programmeId))

/** Follows the name of a removed programme's file; `npm run remove-programme` writes it. */
export const REMOVED = '.json.removed'

/** The files which reserve the id of a removed programme, by that id. */
export function reservedIds(root: string): Map<number, { file: string; code: string }> {
  const names = new OutsideFolder(root).names('programmes')
  const reserving = (names.ok ? names.value : []).filter(name => name.endsWith(REMOVED))
  return new Map(
    reserving.flatMap(name => {
      const file = `programmes/${name}`
      return findClaimedIds(root, file).map(
        id => [id, { file, code: name.slice(0, -REMOVED.length) }] as const
      )
    })
  )
}

export function claimedIds(root: string): ClaimedIds {
  const names = new OutsideFolder(root).names('programmes')
  // Backup copies of editors count too: they may be all that is left of a programme.
  const found = (names.ok ? names.value : [])
    .filter(name => /\.json/i.test(name))
    .map(name => ({ name, ids: findClaimedIds(root, `programmes/${name}`) }))
  return {
    highest: Math.max(0, ...found.flatMap(({ ids }) => ids)),
    unreadable: found
      .filter(
        ({ name, ids }) => ids.length === 0 && name !== 'schema.json' && /\.json(\.removed)?$/.test(name)
      )
      .map(({ name }) => `programmes/${name}`)
  }
}
