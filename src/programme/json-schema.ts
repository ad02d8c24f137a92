import { toJsonSchema } from '@valibot/to-json-schema'
import { Programme } from './schema.ts'

/** For editors: what completes and checks a programme's file while it is typed. Checks that JSON Schema cannot say are left to the build. */
export function programmeJsonSchema(): string {
  const schema = toJsonSchema(Programme, { typeMode: 'input', errorMode: 'ignore' })
  return `${JSON.stringify({ ...schema, title: 'A programme' }, null, 2)}\n`
}
