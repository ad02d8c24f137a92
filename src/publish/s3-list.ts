import { walkXml } from '#lib/xml.ts'
import { isPathInside } from '#outside/path-inside.ts'
import { PublishError, type ListedFile } from './store.ts'

export interface ListPage {
  files: ListedFile[]
  /** Asks for the page after this one. */
  next: string | undefined
}

/** Reads one page of an answer to ListObjectsV2. */
export function readListPage(xml: string, prefix: string): ListPage {
  const files: ListedFile[] = []
  const path: string[] = []
  let next: string | undefined
  let file: ListedFile = { key: '', size: 0, modified: 0, version: '' }
  const isWhole = walkXml(xml, {
    open: name => {
      path.push(name)
      if (name === 'Contents') file = { key: '', size: 0, modified: 0, version: '' }
    },
    text: text => {
      const [parent, name] = path.slice(-2)
      if (parent === 'Contents' && name === 'Key') file.key += text
      if (parent === 'Contents' && name === 'Size') file.size = Number(text)
      if (parent === 'Contents' && name === 'LastModified') file.modified = Date.parse(text)
      if (parent === 'Contents' && name === 'ETag') file.version += text
      if (name === 'NextContinuationToken') next = (next ?? '') + text
    },
    close: name => {
      path.pop()
      if (name === 'Contents') files.push(file)
    }
  })
  if (!isWhole) throw new PublishError('The store has sent a list that cannot be read.')
  const stranger = files.find(({ key }) => !key.startsWith(prefix))
  if (stranger !== undefined)
    throw new PublishError(`The store lists ${stranger.key}, which is not below ${prefix}.`)
  // Markers of folders, and what no publisher has ever written.
  return { files: files.filter(({ key }) => isPathInside(key)), next }
}
