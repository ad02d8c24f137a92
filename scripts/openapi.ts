// Prints the OpenAPI 3.1 document of the API, or writes it to the given file.

import { writeFileSync } from 'node:fs'
import { endpoints } from '#contract/endpoints.ts'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { createCommand } from './command.ts'
import { print } from './terminal.ts'

const [file] = createCommand('openapi')
  .description('Prints the OpenAPI 3.1 document of the API, or writes it to a file')
  .argument('[file]', 'the file')
  .parse().args
const text = JSON.stringify(openApiDocument(endpoints), null, 2)
if (file !== undefined) writeFileSync(file, `${text}\n`)
else print(text)
