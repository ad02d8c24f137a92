import { basename } from 'node:path'
import { OutsideFolder } from '#outside/folder.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Brand } from './colours.ts'
import { inReadingOrder, positionAt, type Fault } from './fault.ts'
import { ProgrammeText, readProgramme, type ReadProgramme } from './faults-of-file.ts'
import { closestName } from './did-you-mean.ts'
import { logoFaults } from './logo.ts'
import { programmeFiles } from './programme-files.ts'
import { findMisnamed, readText } from './read-file.ts'
import type { Programme } from './schema.ts'

/** A validated programme, with everything that its site is built from. */
export interface LoadedProgramme {
  programme: Programme
  brand: Brand
  /** The logo's SVG. */
  logo: string
  /** Its file, relative to the root. */
  file: string
}

type LoadResult = Result<LoadedProgramme[], Fault[]>

export interface LoadOptions {
  /** The folder that contains `programmes/` and `public/`. */
  root: string
  /** Only these programmes are returned; all files are checked, because codes and ids must be unique. */
  codes?: readonly string[]
}

export const logoPath = (code: string): string => `public/images/logos/${code}.svg`

/** The only reader of `programmes/`. Returns every programme, or all errors of all files. */
export function loadProgrammes({ root, codes = [] }: LoadOptions): LoadResult {
  if (!new OutsideFolder(root).has('programmes'))
    return broken('programmes', 'the folder programmes/ is missing')
  const { files, faults: ofNames } = programmeFiles(root)
  if (files.length === 0 && ofNames.length === 0)
    return broken('programmes', 'there is no programme', 'npm run new-programme -- <code> writes one')
  const texts = files.map(file => ({ file, ...readText(root, file) }))
  const sources = texts.flatMap(it => ('text' in it ? [new ProgrammeText(it.file, it.text)] : []))
  const read = sources.map(source => ({
    source,
    ...readProgramme(source),
    logo: readLogo(root, codeOfFile(source.file))
  }))
  const faults = [
    ...ofNames,
    ...texts.flatMap(it => ('fault' in it ? [it.fault] : [])),
    ...read.flatMap(it => it.faults),
    ...read.flatMap(nameFaults),
    ...read.flatMap(it => it.logo.faults),
    ...duplicateFaults(read)
  ]
  if (faults.length > 0) return err(faults.toSorted(inReadingOrder))
  return chosen(
    read.flatMap(({ programme, brand, logo, source }) =>
      programme && brand
        ? [{ programme: normalised(programme, brand), brand, logo: logo.svg, file: source.file }]
        : []
    ),
    codes
  )
}

type Read = ReadProgramme & { source: ProgrammeText }

const codeOfFile = (file: string): string => basename(file, '.json')

const broken = (file: string, message: string, hint?: string): LoadResult =>
  err([{ file, line: 1, column: 1, message, ...(hint !== undefined && { hint }) }])

/** Normalises alternative spellings, so that equal programmes give equal bytes. */
const normalised = (programme: Programme, brand: Brand): Programme => ({
  ...programme,
  apiBase: programme.apiBase.replace(/\/+$/, ''),
  primaryColour: brand.brand
})

function nameFaults({ source, code }: Read): Fault[] {
  if (typeof code !== 'string' || code === codeOfFile(source.file)) return []
  return [
    source.faultAt(
      ['code'],
      `code "${code}" does not match the file's name`,
      `name the file ${code}.json or write the code "${codeOfFile(source.file)}"`
    )
  ]
}

function readLogo(root: string, code: string): { svg: string; faults: Fault[] } {
  const file = logoPath(code)
  const fault = (message: string, hint: string) => ({
    svg: '',
    faults: [{ file: `programmes/${code}.json`, line: 1, column: 1, message, hint }]
  })
  if (!new OutsideFolder(root).has(file)) {
    const other = findMisnamed(root, file)
    if (other !== undefined)
      return fault(`the logo ${file} is missing`, `rename ${other}, which lies in its place`)
    return fault(
      `the logo ${file} is missing`,
      `draw one, or let npm run new-programme -- ${code} --logo-only draw a starter`
    )
  }
  const read = readText(root, file)
  if ('fault' in read) return { svg: '', faults: [read.fault] }
  return {
    svg: read.text,
    faults: logoFaults(read.text).map(({ offset, message }) => ({
      file,
      ...positionAt(read.text, offset),
      message,
      hint: 'mend or remove it, or save the logo again as “plain SVG”'
    }))
  }
}

/** Codes are compared without case, because each becomes a folder and some file systems ignore case. */
function duplicateFaults(read: readonly Read[]): Fault[] {
  const firsts = new Map<string, string>()
  return read.flatMap(({ source, code, programmeId }) =>
    Object.entries({ code, programmeId }).flatMap(([field, value]) => {
      if (typeof value !== 'string' && typeof value !== 'number') return []
      const key = `${field} ${String(value).toLowerCase()}`
      const first = firsts.get(key)
      if (first !== undefined)
        return [
          source.faultAt([field], `duplicate ${field} ${JSON.stringify(value)}`, `${first} has it already`)
        ]
      firsts.set(key, source.file)
      return []
    })
  )
}

function chosen(programmes: LoadedProgramme[], codes: readonly string[]): LoadResult {
  const known = programmes.map(it => it.programme.code)
  const unknown = codes.find(code => !known.includes(code))
  if (unknown !== undefined) {
    const close = closestName(unknown, known)
    return broken(
      'programmes',
      `there is no programme "${unknown}"`,
      close ? `did you mean "${close}"?` : `there are ${known.join(', ')}`
    )
  }
  return ok(codes.length === 0 ? programmes : programmes.filter(it => codes.includes(it.programme.code)))
}
