// Generates the OpenAPI 3.1 document from the contract, for those who connect a back end of their own.
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { Access, Endpoint } from '#contract/endpoint.ts'

type Json = Record<string, unknown>

const accessText: Record<Access, string> = {
  open: 'Anyone.',
  case_code: 'Anyone signed in, or a respondent by a valid case code.',
  viewer: 'Anyone signed in.',
  contributor: 'Contributors, organisation leads and admins.',
  lead: 'Organisation leads and admins.',
  admin: 'Programme admins and superusers.',
  superuser: 'Superusers.'
}

// What a JSON Schema cannot express (trimming, checks across fields) is missing from the document, not from
// the server's validation.
function schemaOf(schema: GenericSchema, direction: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    typeMode: direction,
    errorMode: 'ignore',
    target: 'draft-2020-12'
  })
  return rest
}

function parametersOf(schema: GenericSchema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
    ...(name === 'peerGroupId' ? { explode: true, style: 'form' } : {})
  }))
}

const failure = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
})

function operationOf(name: string, endpoint: Endpoint): Json {
  const isOpen = endpoint.access === 'open'
  return {
    operationId: name,
    summary: endpoint.summary,
    description: `Who may call: ${accessText[endpoint.access]}`,
    tags: [endpoint.path.split('/')[0]],
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } }
          }
        }
      : {}),
    responses: {
      200:
        endpoint.reply === 'file'
          ? {
              description: 'The file, as an attachment.',
              content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
            }
          : {
              description: 'Done.',
              content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } }
            },
      ...(isOpen ? {} : { 401: failure('No valid token.'), 403: failure('Not allowed for this caller.') }),
      404: failure('Unknown, or not the caller’s to see.'),
      422: failure('The input does not have the shape of the operation; detail names the field.'),
      429: failure('Too many calls.')
    },
    security: isOpen ? [] : [{ bearer: [] }]
  }
}

/** The whole document. `endpoints` by operation name; `server` is the base address. */
export function openApiDocument(endpoints: Record<string, Endpoint>, server = '/api/v1'): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = `/${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Programme benchmarks',
      version: '1',
      description:
        'Data collection and benchmarking for programmes. A failure is an HTTP status from 400 and a body {"detail": "text"}.'
    },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Failure: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } }
      }
    }
  }
}
