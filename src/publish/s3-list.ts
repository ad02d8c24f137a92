import { SaxesParser } from 'saxes'
import type { ListedFile } from './store.ts'

export interface ListPage {
  files: ListedFile[]
  /** Asks for the page after this one. */
  next: string | undefined
}

/** Reads one page of an answer to ListObjectsV2. */
export function readListPage(xml: string): ListPage {
  const files: ListedFile[] = []
  const path: string[] = []
  let next: string | undefined
  let file: ListedFile = { key: '', size: 0, modified: 0, version: '' }
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    path.push(name)
    if (name === 'Contents') file = { key: '', size: 0, modified: 0, version: '' }
  })
  parser.on('text', text => {
    const [parent, name] = path.slice(-2)
    if (parent === 'Contents' && name === 'Key') file.key += text
    if (parent === 'Contents' && name === 'Size') file.size = Number(text)
    if (parent === 'Contents' && name === 'LastModified') file.modified = Date.parse(text)
    if (parent === 'Contents' && name === 'ETag') file.version += text
    if (name === 'NextContinuationToken') next = (next ?? '') + text
  })
  parser.on('closetag', ({ name }) => {
    path.pop()
    if (name === 'Contents') files.push(file)
  })
  parser.write(xml).close()
  return { files, next }
}
