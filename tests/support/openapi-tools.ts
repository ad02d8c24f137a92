import { npmTools } from './npm-tools.ts'

/** What integrators put on an OpenAPI document: two linters, and a generator of typed clients. */
export const openApiTools = npmTools('openapi', {
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  typescript: '5.9.3'
})
