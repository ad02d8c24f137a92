// Prints the OpenAPI 3.1 document of the API, or writes it to the given file.

import { writeFileSync } from 'node:fs'
import { endpoints } from '#contract/endpoints.ts'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { print } from './terminal.ts'

const text = JSON.stringify(openApiDocument(endpoints), null, 2)
const [file] = process.argv.slice(2)
if (file) writeFileSync(file, `${text}\n`)
else print(text)
