import { toJsonSchema } from '@valibot/to-json-schema'
import { describeSchema } from '#lib/describe-schema.ts'
import { programmeFieldDescriptions } from './field-descriptions.ts'
import { Programme } from './schema.ts'

/**
 * The JSON Schema by which editors complete and check a programme's file. What it cannot express is checked
 * by the build.
 */
export function programmeJsonSchema(): string {
  const schema = describeSchema(
    toJsonSchema(Programme, { typeMode: 'input', errorMode: 'ignore' }),
    path => programmeFieldDescriptions[path.at(-1) ?? '']
  )
  return `${JSON.stringify({ ...schema, title: 'A programme' }, null, 2)}\n`
}
