// Generates the OpenAPI 3.1 document from the contract, for those who connect a program of their own.

import type { GenericSchema } from 'valibot'
import { fieldDescriber } from '#contract/descriptions.ts'
import type { EndpointAccess, Endpoint } from '#contract/endpoint.ts'
import { modules } from '#contract/endpoints.ts'
import { keyScopesOf } from '#contract/key-scopes.ts'
import { exampleInput } from './example.ts'
import { Schemas, type JsonSchemaObject } from './schemas.ts'
import { tagDescriptions } from './tags.ts'

const accessText: Record<EndpointAccess, string> = {
  open: 'Anyone.',
  case_code: 'Anyone logged in, or a respondent by a valid case code.',
  viewer: 'Anyone logged in.',
  contributor: 'Contributors, organisation leads and admins.',
  lead: 'Organisation leads and admins.',
  admin: 'Programme admins and superusers.',
  superuser: 'Superusers.'
}

const bearer = { bearer: [] }
/** A respondent sends a case code in the call instead of a token. Each scope of an API key is enough by itself. */
function securityOf(endpoint: Endpoint): JsonSchemaObject[] {
  if (endpoint.access === 'open') return []
  const keys = keyScopesOf(endpoint).map(scope => ({ api_key: [scope] }))
  return [bearer, ...keys, ...(endpoint.access === 'case_code' ? [{}] : [])]
}

function describeAccess(endpoint: Endpoint): string {
  const scopes = keyScopesOf(endpoint)
  return `Who may call: ${accessText[endpoint.access]}${scopes.length > 0 ? ` API keys with ${scopes.join(' or ')}.` : ''}`
}

function documentParameters(
  schemas: Schemas,
  schema: GenericSchema | undefined,
  place: 'path' | 'query',
  examples: JsonSchemaObject
): JsonSchemaObject[] {
  if (!schema) return []
  return schemas.fields(schema).map(({ name, isRequired, ...field }) => ({
    name,
    in: place,
    required: place === 'path' || isRequired,
    ...field,
    ...(name in examples ? { example: examples[name] } : {}),
    ...(name === 'peerGroupId' ? { explode: true, style: 'form' } : {})
  }))
}

const failure = (description: string): JsonSchemaObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
})

/** The statuses that a call of this operation can have besides 200. */
function failuresOf({ access, method, body, onlyReads, hasMemberReply }: Endpoint): JsonSchemaObject {
  const isWriting = method !== 'GET' && onlyReads !== true
  return {
    ...(access === 'open'
      ? hasMemberReply && { 401: failure('The token is no longer valid.') }
      : { 401: failure('No valid token.'), 403: failure('Not allowed for this caller.') }),
    404: failure('Unknown, or not the caller’s to see.'),
    ...(isWriting
      ? { 409: failure('What is there does not allow it, or someone else has changed it.') }
      : {}),
    ...(body
      ? { 413: failure('The body is too large.'), 415: failure('The body is not JSON, or it is compressed.') }
      : {}),
    422: failure('The input does not have the shape of the operation; detail names the field.'),
    429: failure('Too many attempts.'),
    500: failure('The server failed. Try again later.')
  }
}

function operationOf(schemas: Schemas, name: string, endpoint: Endpoint): JsonSchemaObject {
  const { params, query, body } = exampleInput(endpoint)
  const { reply } = endpoint
  return {
    operationId: name,
    summary: endpoint.summary,
    description: `${describeAccess(endpoint)}${endpoint.isAddition ? ' Beyond the specification: not every API has it.' : ''}`,
    ...(endpoint.isAddition && { 'x-addition': true }),
    tags: [tagOf(endpoint)],
    parameters: [
      ...documentParameters(schemas, endpoint.params, 'path', params),
      ...documentParameters(schemas, endpoint.query, 'query', query)
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemas.of(endpoint.body, 'input'), example: body } }
      }
    }),
    responses: {
      200:
        reply === 'file'
          ? {
              description: 'The file, as an attachment.',
              content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
            }
          : {
              description: 'Done.',
              content: { 'application/json': { schema: schemas.of(reply, 'output') } }
            },
      ...failuresOf(endpoint)
    },
    security: securityOf(endpoint)
  }
}

const tagOf = ({ path }: Endpoint): string => path.split('/')[0] ?? path

/** The whole document. `endpoints` by operation name; `server` is the base address. */
export function openApiDocument(endpoints: Record<string, Endpoint>, server = '/api/v1'): JsonSchemaObject {
  const schemas = new Schemas(modules, fieldDescriber(endpoints))
  const paths: Record<string, JsonSchemaObject> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = `/${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(schemas, name, endpoint) }
  }
  const tags = [...new Set(Object.values(endpoints).map(tagOf))].toSorted()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Programme benchmarks',
      version: '1',
      description:
        'Data collection and benchmarking for programmes. A failure is an HTTP status from 400 and a body {"detail": "text"}.',
      contact: { name: 'The programme’s support, whose address its site names' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' }
    },
    servers: [{ url: server }],
    tags: tags.map(name => ({ name, description: tagDescriptions[name] })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a login, for 4 hours.'
        },
        api_key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'key-…',
          description:
            'An API key, sent in the same header. With it, operations that name one of its scopes return what its owner may read.'
        }
      },
      schemas: {
        Failure: {
          type: 'object',
          required: ['detail'],
          properties: {
            detail: { type: 'string', description: 'Why, in a sentence for a person.' },
            is_missing_row: {
              type: 'boolean',
              description: 'With 404: the operation exists, and what it was asked for does not.'
            }
          }
        },
        ...schemas.componentsOf(paths)
      }
    }
  }
}
