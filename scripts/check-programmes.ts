// Validates every programme's file and logo without building. --write-schema updates the JSON Schemas: programmes/schema.json and those of
// provisioned content.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileKinds, jsonSchemaOf } from '#operations/provision/files/shapes.ts'
import { contrastsOf } from '#programme/contrasts.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { programmeJsonSchema } from '#programme/json-schema.ts'
import { loadProgrammes } from '#programme/load.ts'
import { createCommand } from './command.ts'
import { print, printError } from './terminal.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const { writeSchema, root: from } = createCommand('check-programmes')
  .option('--write-schema', 'write the JSON Schemas from the schemas in the code', false)
  .option('--root <folder>', 'the folder with programmes/ and public/', root)
  .parse()
  .opts<{ writeSchema: boolean; root: string }>()

const schemas = [
  ['programmes/schema.json', programmeJsonSchema()],
  ...fileKinds.map(kind => [`src/operations/provision/schemas/${kind}.json`, jsonSchemaOf(kind)] as const)
] as const
if (writeSchema) for (const [file, text] of schemas) writeFileSync(join(root, file), text)

const loaded = loadProgrammes({ root: from })
const faults = loaded.ok ? loaded.value.faults : loaded.error
for (const fault of faults) printError(describeFault(fault))
if (!loaded.ok || faults.length > 0) process.exit(2)
const { programmes } = loaded.value
for (const [file, text] of schemas) {
  if (readFileSync(join(root, file), 'utf8') === text) continue
  printError(`${file} is out of date: run npm run check-programmes -- --write-schema.`)
  process.exit(2)
}
for (const { programme, brand } of programmes) {
  const contrasts = contrastsOf(brand).map(({ name, ratio }) => `${name.toLowerCase()} ${ratio.toFixed(1)}`)
  print(`${programme.code.padEnd(20)} ${programme.primaryColour}: ${contrasts.join(', ')}`)
}
const codes = programmes.map(it => it.programme.code)
print(`${codes.length} ${codes.length === 1 ? 'programme is' : 'programmes are'} valid: ${codes.join(', ')}`)
