// Sets an embedded database back to the moment at which it was opened: its memory and its files. That takes a tenth of the time of opening another.

import type { PGlite } from '@electric-sql/pglite'

type Module = PGlite['Module'] & { wasmMemory: WebAssembly.Memory; stackSave: () => number }

/** What the engine's file system in memory keeps for a file or a folder, beyond the declared types. */
interface FileNode {
  mode: number
  contents: Uint8Array | Record<string, FileNode> | null
  usedBytes: number
  isDevice?: boolean
}

interface OpenFile {
  shared: { position: number; flags: number }
}

interface Files {
  root: FileNode
  streams: (OpenFile | undefined)[]
  nextInode: number
  isDir: (mode: number) => boolean
  hashAddNode: (node: FileNode) => void
  hashRemoveNode: (node: FileNode) => void
}

const PAGE_BYTES = 65_536
const ZEROS = new Uint8Array(PAGE_BYTES)

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && Buffer.compare(one, other) === 0

/** Copies the engine's memory; returns what sets it back. Most of it is zeros. */
function keepMemory({ wasmMemory, stackSave }: Module): () => void {
  const pagesOf = (): Uint8Array[] => {
    const all = new Uint8Array(wasmMemory.buffer)
    return Array.from({ length: all.length / PAGE_BYTES }, (_, page) =>
      all.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)
    )
  }
  const stack = stackSave()
  const before = pagesOf().map(page => (isSame(page, ZEROS) ? ZEROS : page.slice()))
  return () => {
    if (stackSave() !== stack) throw new Error('The engine is still working.')
    for (const [index, page] of pagesOf().entries()) {
      const then = before[index] ?? ZEROS
      if (!isSame(page, then)) page.set(then)
    }
  }
}

/** Copies the engine's files; returns what sets them back, and those that are open. */
function keepFiles(files: Files): () => void {
  const isFolder = (node: FileNode): node is FileNode & { contents: Record<string, FileNode> } =>
    files.isDir(node.mode)
  const restores: (() => void)[] = []
  const keep = (node: FileNode): void => {
    if (node.isDevice === true) return
    if (isFolder(node)) keepFolder(node)
    else if (node.contents instanceof Uint8Array || node.contents === null) keepContents(node)
  }
  const keepFolder = (folder: FileNode & { contents: Record<string, FileNode> }): void => {
    const children = { ...folder.contents }
    restores.push(() => {
      for (const [name, node] of Object.entries(folder.contents)) {
        if (children[name] === node) continue
        files.hashRemoveNode(node)
        delete folder.contents[name]
      }
      for (const [name, node] of Object.entries(children)) {
        if (folder.contents[name] === node) continue
        files.hashAddNode(node)
        folder.contents[name] = node
      }
    })
    for (const child of Object.values(children)) keep(child)
  }
  const keepContents = (node: FileNode): void => {
    const { usedBytes } = node
    const then = node.contents instanceof Uint8Array ? node.contents.slice(0, usedBytes) : null
    restores.push(() => {
      const now = node.contents instanceof Uint8Array ? node.contents.subarray(0, node.usedBytes) : null
      if (then === null || now === null || !isSame(now, then)) node.contents = then?.slice() ?? null
      node.usedBytes = usedBytes
    })
  }
  keep(files.root)
  const open = files.streams.map(stream => stream && { stream, shared: { ...stream.shared } })
  const { nextInode } = files
  return () => {
    for (const restore of restores) restore()
    files.streams.splice(0, Infinity, ...open.map(one => one?.stream))
    for (const one of open) if (one) Object.assign(one.stream.shared, one.shared)
    files.nextInode = nextInode
  }
}

/** Remembers an idle database; returns what sets it back. */
export function snapshot(pglite: PGlite): () => void {
  const engine = pglite.Module as Module
  const restores = [keepMemory(engine), keepFiles(engine.FS as unknown as Files)]
  return () => {
    for (const restore of restores) restore()
  }
}
