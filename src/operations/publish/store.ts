// An object store such as S3.

import { isPathInside } from '#outside/path-inside.ts'
import type { Encoding } from '#sites/hosting/file-kinds.ts'

/** Far larger than the record, lock or manifest of a site. */
export const MAX_RECORD_BYTES = 1024 * 1024
export const MAX_MANIFEST_BYTES = 16 * 1024 * 1024

export interface StoredFile {
  content: Buffer
  /** Changes with the content. */
  version: string
}

export interface ListedFile {
  key: string
  /** Bytes. */
  size: number
  /** Milliseconds since 1970. */
  modified: number
  version: string
}

export interface FileHeaders {
  type: string
  cacheControl: string
  /** The Content-Encoding of a compressed copy. */
  encoding?: Encoding
}

/** `new`: only if the key does not exist. A version: only if it is the current one. */
export type WriteCondition = 'new' | { version: string }

export interface ObjectStore {
  /** Fails if there are more than `maxBytes`. */
  get: (key: string, maxBytes: number) => Promise<StoredFile | undefined>
  /** Returns the new version; undefined if the condition failed, which the first attempt of a retried request may have caused. */
  put: (
    key: string,
    content: Buffer,
    headers: FileHeaders,
    condition?: WriteCondition
  ) => Promise<string | undefined>
  /** Removes only this version, if the store supports that condition. */
  remove: (key: string, version?: string) => Promise<void>
  list: (prefix: string) => Promise<ListedFile[]>
  /** The names before the next slash of all keys below a prefix. */
  folders: (prefix: string) => Promise<string[]>
  /** Milliseconds since 1970 by the clock of the store, so that publishers with wrong clocks agree. */
  now: () => number
}

/** Stops a publish with a sentence for the operator. Any other exception is a bug. */
export class PublishError extends Error {
  override name = 'PublishError'
}

/** Another publisher is at work on the site. */
export class LockedError extends PublishError {
  override name = 'LockedError'
}

/** Refuses a key with `..`: URLs are resolved on the way, so the key would lead out of its prefix. */
export function insideKey(key: string): string {
  if (!isPathInside(key))
    throw new PublishError(`"${key}" leads out of the place that was given with --target.`)
  return key
}

/** The part of a store below a prefix, which ends with a slash or is empty. */
export function openPart(store: ObjectStore, prefix: string): ObjectStore {
  const at = (key: string): string => prefix + insideKey(key)
  return {
    get: (key, maxBytes) => store.get(at(key), maxBytes),
    put: (key, ...rest) => store.put(at(key), ...rest),
    remove: (key, version) => store.remove(at(key), version),
    list: async start =>
      (await store.list(prefix + start)).map(file => ({ ...file, key: file.key.slice(prefix.length) })),
    folders: start => store.folders(prefix + start),
    now: () => store.now()
  }
}
