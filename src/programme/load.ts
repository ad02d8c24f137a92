import { basename } from 'node:path'
import { err, ok, type Result } from '#lib/result.ts'
import { closestName } from '#lib/text/similar-words.ts'
import { OutsideFolder } from '#outside/folder.ts'
import { findClaimedIds, reservedIds } from './claimed-ids.ts'
import type { BrandColours } from './colours.ts'
import { inReadingOrder, type Fault } from './faults/fault.ts'
import { readProgramme } from './faults/faults-of-file.ts'
import { JsonText } from './faults/json-text.ts'
import { readLogo } from './logo/logo-file.ts'
import { programmeFiles } from './programme-files.ts'
import { readText } from './read-file.ts'
import { CODE_PATTERN } from './schema-fields.ts'
import type { Programme } from './schema.ts'

/** A validated programme, with everything that its site is built from. */
export interface LoadedProgramme {
  programme: Programme
  brand: BrandColours
  /** The logo's SVG. */
  logo: string
  /** Its file, relative to the root. */
  file: string
}

export interface LoadedProgrammes {
  /** The programmes without faults. */
  programmes: LoadedProgramme[]
  /** All faults of the skipped programmes, in reading order. */
  faults: Fault[]
  /** The codes of the skipped programmes, from the names of their files. */
  leftOut: string[]
  /** The codes inside these files, where they differ from the file name. */
  otherCodes: string[]
}

type LoadResult = Result<LoadedProgrammes, Fault[]>

export interface LoadOptions {
  /** The folder that contains `programmes/` and `public/`. */
  root: string
  /** Only these programmes, and only their faults; all files are read, because ids must be unique. */
  codes?: readonly string[]
}

/** The only reader of `programmes/`. Fails if none of the requested programmes is valid. */
export function loadProgrammes({ root, codes = [] }: LoadOptions): LoadResult {
  if (!new OutsideFolder(root).has('programmes'))
    return brokenFile('programmes', 'the folder programmes/ is missing')
  const { files, misnamed } = programmeFiles(root)
  if (files.length === 0 && misnamed.length === 0)
    return brokenFile('programmes', 'there is no programme', 'npm run new-programme -- <code> writes one')
  const claims = files.map(file => readClaim(root, file))
  noteClashes(claims)
  noteReservedIds(root, claims)
  return chooseProgrammes([...claims, ...misnamed], codes)
}

/** What is known about a programme, valid or not. */
interface Claim {
  /** From the name of its file. */
  code: string
  faults: Fault[]
  loaded?: LoadedProgramme
}

/** The code and id in a file. */
interface FileClaim extends Claim {
  file: string
  /** The code in the file, if it differs from the file name. */
  otherCode?: string
  /** Its id, even if the file is not valid JSON; several if it is ambiguous. */
  ids: number[]
  faultAt: (field: 'code' | 'programmeId' | 'origins', message: string, hint: string) => Fault
}

function readClaim(root: string, file: string): FileClaim {
  const code = basename(file, '.json')
  const text = readText(root, file)
  const source = new JsonText(file, 'text' in text ? text.text : '')
  const faultAt: FileClaim['faultAt'] = (field, ...rest) => source.faultAt([field], ...rest)
  if ('fault' in text) return { code, file, ids: findClaimedIds(root, file), faultAt, faults: [text.fault] }
  const logo = readLogo(root, code)
  const read = readProgramme(source)
  const { programme, brand } = read
  return {
    code,
    file,
    ids: typeof read.programmeId === 'number' ? [read.programmeId] : findClaimedIds(root, file),
    ...(typeof read.code === 'string' && read.code !== code && { otherCode: read.code }),
    faultAt,
    faults: [...read.faults, ...logo.faults],
    ...(programme &&
      brand && { loaded: { programme: normaliseProgramme(programme, brand), brand, logo: logo.svg, file } })
  }
}

const brokenFile = (file: string, message: string, hint?: string): LoadResult =>
  err([{ file, line: 1, column: 1, message, ...(hint !== undefined && { hint }) }])

/** Normalises alternative spellings, so that equal programmes give equal bytes. */
const normaliseProgramme = (programme: Programme, brand: BrandColours): Programme => ({
  ...programme,
  apiBase: programme.apiBase.replace(/\/+$/, ''),
  primaryColour: brand.brand
})

/**
 * Reports codes, ids and addresses that another file has too. If two files have the same id, neither is served, even if one has other faults,
 * because the files do not show whose data it is.
 */
function noteClashes(claims: readonly FileClaim[]): void {
  const byCode = new Map(claims.map(claim => [claim.code, claim]))
  for (const { faults, file, code, otherCode, faultAt } of claims) {
    if (otherCode !== undefined) {
      const rename = CODE_PATTERN.test(otherCode) ? `name the file ${otherCode}.json or ` : ''
      const hint = `${rename}write the code "${code}"`
      faults.push(faultAt('code', `code "${otherCode}" does not match the file's name`, hint))
    }
    const own = otherCode ?? code
    // Without case, because each becomes a folder and some file systems ignore case.
    const owner = own === code.toLowerCase() ? undefined : byCode.get(own.toLowerCase())
    if (owner !== undefined && owner.file !== file)
      faults.push(faultAt('code', `duplicate code ${JSON.stringify(own)}`, `${owner.file} has it already`))
  }
  noteDuplicates(claims, ['programmeId', 'programmeId'], ({ ids }) => ids)
  // Links in emails lead there: those of one programme would lead to the site of another. Any port can be several sites.
  noteDuplicates(claims, ['origins', 'origin'], ({ loaded }) =>
    (loaded?.programme.origins ?? []).filter(origin => !origin.endsWith(':*'))
  )
}

function noteDuplicates(
  claims: readonly FileClaim[],
  [field, name]: [field: 'programmeId' | 'origins', name: string],
  valuesOf: (claim: FileClaim) => readonly (number | string)[]
): void {
  const owners = new Map<number | string, FileClaim[]>()
  for (const claim of claims)
    for (const value of new Set(valuesOf(claim))) owners.set(value, [...(owners.get(value) ?? []), claim])
  for (const claim of claims)
    for (const value of valuesOf(claim)) {
      const twin = owners.get(value)?.find(other => other !== claim)
      if (twin === undefined) continue
      const message = `duplicate ${name} ${JSON.stringify(value)}`
      claim.faults.push(claim.faultAt(field, message, `${twin.file} has it already`))
      break
    }
}

/** The data of a removed programme stays in the database; another programme with its id would show it. */
function noteReservedIds(root: string, claims: readonly FileClaim[]): void {
  const reserved = reservedIds(root)
  for (const { faults, code, ids, faultAt } of claims)
    for (const id of ids) {
      const owner = reserved.get(id)
      if (owner === undefined || owner.code === code) continue
      const hint = `${owner.file} reserves it; choose another id, or delete that file to take over its data`
      faults.push(faultAt('programmeId', `programmeId ${id} belongs to a removed programme`, hint))
    }
}

function chooseProgrammes(
  claims: readonly (Claim & Partial<FileClaim>)[],
  codes: readonly string[]
): LoadResult {
  const known = claims.map(({ code }) => code)
  const unknown = codes.find(code => !known.includes(code))
  if (unknown !== undefined) {
    const close = closestName(unknown, known)
    return brokenFile(
      'programmes',
      `there is no programme "${unknown}"`,
      close ? `did you mean "${close}"?` : `there are ${known.join(', ')}`
    )
  }
  const asked = claims.filter(({ code }) => codes.length === 0 || codes.includes(code))
  const faulty = asked.filter(({ faults }) => faults.length > 0)
  const faults = faulty.flatMap(claim => claim.faults).toSorted(inReadingOrder)
  const programmes = asked.flatMap(claim => (claim.loaded && claim.faults.length === 0 ? [claim.loaded] : []))
  if (programmes.length === 0) return err(faults)
  return ok({
    programmes,
    faults,
    leftOut: faulty.map(({ code }) => code),
    otherCodes: faulty.flatMap(({ otherCode }) => otherCode ?? [])
  })
}
