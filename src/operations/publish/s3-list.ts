import { walkXml } from '#lib/xml.ts'
import { isPathInside } from '#outside/path-inside.ts'
import { PublishError, type ListedFile } from './store.ts'

export interface ListPage {
  files: ListedFile[]
  /** Prefixes up to the next delimiter, if one was asked for. */
  folders: string[]
  /** The token of the next page. */
  next: string | undefined
}

/** Parses one page of a ListObjectsV2 response. */
export function readListPage(xml: string, prefix: string): ListPage {
  const files: ListedFile[] = []
  const folders: string[] = []
  const path: string[] = []
  let next: string | undefined
  let file: ListedFile = { key: '', size: 0, modified: 0, version: '' }
  const take: Record<string, (text: string) => void> = {
    'Contents/Key': text => (file.key += text),
    'Contents/Size': text => (file.size = Number(text)),
    'Contents/LastModified': text => (file.modified = Date.parse(text)),
    'Contents/ETag': text => (file.version += text),
    'CommonPrefixes/Prefix': text => folders.push((folders.pop() ?? '') + text)
  }
  const isWhole = walkXml(xml, {
    open: name => {
      path.push(name)
      if (name === 'CommonPrefixes') folders.push('')
      if (name === 'Contents') file = { key: '', size: 0, modified: 0, version: '' }
    },
    text: text => {
      take[path.slice(-2).join('/')]?.(text)
      if (path.at(-1) === 'NextContinuationToken') next = (next ?? '') + text
    },
    close: name => {
      path.pop()
      if (name === 'Contents') files.push(file)
    }
  })
  if (!isWhole) throw new PublishError('The store has sent a list that cannot be read.')
  const stranger = [...folders, ...files.map(({ key }) => key)].find(key => !key.startsWith(prefix))
  if (stranger !== undefined)
    throw new PublishError(`The store lists ${stranger}, which is not below ${prefix}.`)
  // Skips folder markers and keys that a publisher never writes.
  return { files: files.filter(({ key }) => isPathInside(key)), folders, next }
}
