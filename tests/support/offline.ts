// A client test's connection: cut, as a browser knows it, and back.

import { vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import type { TestServer } from './server.ts'

/** The connection of the page is cut; gives back what mends it. */
export function goOffline(server: TestServer): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  configureTransport({
    apiBase: 'http://api.example',
    fetch: () => Promise.reject(new TypeError('Failed to fetch'))
  })
  return () => {
    onLine.mockRestore()
    configureTransport({ apiBase: 'http://api.example', fetch: server.fetch })
  }
}
