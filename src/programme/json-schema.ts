import { toJsonSchema } from '@valibot/to-json-schema'
import { describeFields } from '#lib/describe.ts'
import { Programme } from './schema.ts'

/**
 * The JSON Schema by which editors complete and check a programme's file. What it cannot express is checked
 * by the build.
 */
export function programmeJsonSchema(): string {
  const schema = toJsonSchema(Programme, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: context => describeFields(context)
  })
  return `${JSON.stringify({ ...schema, title: 'A programme' }, null, 2)}\n`
}
