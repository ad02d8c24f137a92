// What other programs read from files of answers: LibreOffice, and Python with its own csv module and with pandas. Values are as they are stored.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FileField } from '#domain/exports/answer-lines.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { tableFile } from '#server/exports/table-files.ts'
import { programCommand } from '#tests/support/host-programs.ts'

/** Name, value, and the value as a text. */
const answers: readonly (readonly [name: string, value: FileField, text: string])[] = [
  ['a decimal', 0.1, '0.1'],
  ['a small number', 0.000_012_5, '0.0000125'],
  ['a large number', 1_234_567_890.12, '1234567890.12'],
  ['a negative number', -5, '-5'],
  ['leading zeros', '00123', '00123'],
  ['a date', { date: '2026-02-28' }, '2026-02-28'],
  ['umlauts', 'Größe, Änderung “ß”', 'Größe, Änderung “ß”'],
  ['a line break', 'first\nsecond', 'first\nsecond'],
  ['quotation marks', 'he said "no", twice', 'he said "no", twice'],
  // Never run as a formula; an import takes the apostrophe off again.
  ['a formula', '=1+1', "'=1+1"],
  ['an empty answer', null, '']
]

async function fileOf(format: 'csv' | 'xlsx'): Promise<Buffer> {
  const table = {
    name: 'answers',
    columns: ['name', 'value'],
    async *lines() {
      yield await Promise.resolve(answers.map(([name, value]): FileField[] => [name, value]))
    }
  }
  const pieces: Uint8Array[] = []
  const reader = tableFile([table], format, 'answers').stream().getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value)
  return Buffer.concat(pieces)
}

async function writtenFile(format: 'csv' | 'xlsx') {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'))
  const path = join(folder, `answers.${format}`)
  writeFileSync(path, await fileOf(format))
  return { folder, path }
}

const office = programCommand('soffice')

/** Saved by LibreOffice in another format. The filter reads and writes UTF-8 with quotation marks around texts, as its dialog proposes. */
function convert(program: string, { folder, path }: { folder: string; path: string }, to: string): string {
  const options = [`-env:UserInstallation=file://${folder}/profile`, '--headless']
  const csvFilter = path.endsWith('.csv') ? ['--infilter=CSV:44,34,76,1,2/2'] : []
  execFileSync(
    program,
    [...options, ...csvFilter, '--convert-to', to, '--outdir', join(folder, 'saved'), path],
    {
      stdio: 'ignore',
      timeout: 110_000
    }
  )
  return join(folder, 'saved', `answers.${to.split(':')[0]}`)
}

test.runIf(office !== undefined)('LibreOffice reads types from a workbook', async () => {
  const saved = convert(office!, await writtenFile('xlsx'), 'xlsx')
  const book = readXlsx(readFileSync(saved))
  const rows = book.ok ? [...(book.value[0]?.rows.values() ?? [])].slice(1) : []
  const found = rows.map(row => [row.get(0)?.value, row.get(1)?.value ?? null])
  expect(found).toEqual(
    answers.map(([name, value, text]) => [
      name,
      typeof value === 'number' ? value : text === '' ? null : text
    ])
  )
})

test.runIf(office !== undefined)('LibreOffice reads CSV with the column of values as text', async () => {
  const saved = convert(office!, await writtenFile('csv'), 'xlsx')
  const book = readXlsx(readFileSync(saved))
  const rows = book.ok ? [...(book.value[0]?.rows.values() ?? [])].slice(1) : []
  expect(rows.map(row => [row.get(0)?.value, row.get(1)?.value ?? null])).toEqual(
    answers.map(([name, value, text]) => [
      name,
      value === null ? null : name === 'a small number' ? '0.0000125' : text
    ])
  )
})

const python = programCommand('python3')

const runPython = (program: string, script: string, path: string): unknown =>
  JSON.parse(execFileSync(program, ['-c', script, path], { encoding: 'utf8' }))

const READ_CSV = `import csv, json, sys
with open(sys.argv[1], encoding='utf-8-sig', newline='') as file:
    print(json.dumps([[row['name'], row['value']] for row in csv.DictReader(file)]))`

test.runIf(python !== undefined)('Python reads every value of a CSV file as its text', async () => {
  const { path } = await writtenFile('csv')
  expect(runPython(python!, READ_CSV, path)).toEqual(answers.map(([name, , text]) => [name, text]))
})

const READ_PANDAS = `import json, sys, pandas
read = pandas.read_csv if sys.argv[1].endswith('.csv') else pandas.read_excel
table = read(sys.argv[1], dtype=str, keep_default_na=False)
print(json.dumps(table.values.tolist()))`

const withPandas = spawnSync('python3', ['-c', 'import pandas']).status === 0 ? 'python3' : undefined

test.runIf(withPandas !== undefined)('pandas reads every value of a CSV file as its text', async () => {
  const { path } = await writtenFile('csv')
  expect(runPython(withPandas!, READ_PANDAS, path)).toEqual(answers.map(([name, , text]) => [name, text]))
})

const READ_TYPES = `import json, sys, pandas
table = pandas.read_excel(sys.argv[1], keep_default_na=False)
print(json.dumps([[name, type(value).__name__] for name, value in table.values.tolist()]))`

test.runIf(withPandas !== undefined && spawnSync('python3', ['-c', 'import openpyxl']).status === 0)(
  'pandas reads the types of a workbook',
  async () => {
    const { path } = await writtenFile('xlsx')
    const typeOf = (value: FileField): string =>
      typeof value === 'number'
        ? Number.isInteger(value)
          ? 'int'
          : 'float'
        : value === null
          ? 'str'
          : typeof value === 'string'
            ? 'str'
            : 'datetime'
    expect(runPython(withPandas!, READ_TYPES, path)).toEqual(
      answers.map(([name, value]) => [name, typeOf(value)])
    )
  }
)
