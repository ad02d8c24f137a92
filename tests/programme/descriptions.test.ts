// Descriptions of fields are for documents and editors. The browser's code has the schemas without them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { programmeJsonSchema } from '#programme/json-schema.ts'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { prepareShell } from '#sites/shell/shell.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const descriptions = [JSON.stringify(openApiDocument(endpoints)), programmeJsonSchema()]
  .flatMap(text => [...text.matchAll(/"description": ?"([^"\\]+)"/g)])
  .map(([, description = '']) => description)
  // A shorter one may be a label as well.
  .filter(description => description.length > 20)

test('the built code contains no descriptions of fields', async () => {
  const { shell } = await prepareShell(root)
  const code = shell.files
    .filter(({ path }) => path.endsWith('.js'))
    .map(({ path }) => readFileSync(join(shell.directory, path), 'utf8'))
    .join('\n')
  expect(code.length).toBeGreaterThan(1_000_000)
  expect(new Set(descriptions).size).toBeGreaterThan(300)
  expect(descriptions.filter(description => code.includes(description))).toEqual([])
})
