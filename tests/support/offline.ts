// Takes a client test's connection offline and back online.

import { vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import type { TestServer } from './server.ts'

/** Takes the page offline; returns a function that restores the connection. */
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
