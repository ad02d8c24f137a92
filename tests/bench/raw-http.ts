// HTTP for callers that measure: a reply is read to its last byte, but unpacked only when someone asks for its text. Unpacking half a megabyte of JSON takes
// longer than the server takes to send it.

import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface RawReply {
  status: number
  isOk: boolean
  /** As sent. */
  bytes: Buffer
  text(): string
}

const agent = new Agent({ keepAlive: true })

export async function sendRaw(
  url: string,
  method: 'GET' | 'POST',
  headers: Record<string, string>,
  body?: string
): Promise<RawReply> {
  const sent = request(url, { agent, method, headers })
  sent.end(body)
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const status = reply.statusCode ?? 0
  const encoding = reply.headers['content-encoding']
  return {
    status,
    isOk: status >= 200 && status < 300,
    bytes,
    text: () =>
      (encoding === 'br'
        ? brotliDecompressSync(bytes)
        : encoding === 'gzip'
          ? gunzipSync(bytes)
          : bytes
      ).toString()
  }
}
