import { once } from 'node:events'
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from './digest.ts'

/**
 * A socket that only one process of this machine can listen on. The system frees it when that process ends,
 * however it ends.
 */
function lockSocketPath(folder: string): string {
  const name = `build-${sha256(realpathSync(folder)).slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  // Linux has sockets without a file; elsewhere a killed process leaves the file, and the next one removes
  // it.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
}

async function canListen(server: Server, address: string): Promise<boolean> {
  try {
    server.listen(address)
    await once(server, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}

/** Waits on a connection to the holder, which breaks when the lock is released. */
async function waitUntilFree(address: string): Promise<void> {
  try {
    await once(connect(address), 'close')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED' && !address.startsWith('\0'))
      rmSync(address, { force: true })
  }
}

/** If it is a file, the work itself reports it. */
function ensureFolder(folder: string): void {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
}

/**
 * Runs the work while no other process of this machine holds the lock of the folder, which is created. Waits if
 * one does.
 */
export async function withFolderLock<T>(
  folder: string,
  work: () => Promise<T> | T,
  onWait?: () => void
): Promise<T> {
  ensureFolder(folder)
  const address = lockSocketPath(folder)
  const waiting = new Set<Socket>()
  const server = createServer(socket => {
    waiting.add(socket)
    socket.on('error', () => socket.destroy())
  })
  if (!(await canListen(server, address))) {
    onWait?.()
    do await waitUntilFree(address)
    while (!(await canListen(server, address)))
  }
  try {
    return await work()
  } finally {
    server.close()
    for (const socket of waiting) socket.destroy()
  }
}
