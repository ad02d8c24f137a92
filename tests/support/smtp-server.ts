// A mail server that answers as a test says.

import { createServer, type Socket } from 'node:net'

export interface SmtpOptions {
  /** The answer to a recipient; taken if undefined. */
  recipient?: (address: string) => string | undefined
  /** Accept connections and say nothing. */
  isSilent?: boolean
  /** Ends the connection instead of acknowledging a received message. */
  breaksAfterData?: boolean
}

export interface SmtpServer {
  /** What it was sent, headers and text, in order. */
  mails: string[]
  /** Recipients that were offered, taken or not. */
  offered: string[]
  connections: number
  url: string
  close: () => Promise<void>
}

export async function startSmtp(options: SmtpOptions = {}): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const listener = createServer(socket => {
    sockets.add(socket)
    server.connections += 1
    socket.on('error', () => undefined)
    if (options.isSilent !== true) converse(socket, options, server)
  })
  await new Promise<void>(done => listener.listen(0, '127.0.0.1', done))
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const server: SmtpServer = {
    mails: [],
    offered: [],
    connections: 0,
    url: `smtp://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(done => listener.close(done))
    }
  }
  return server
}

function converse(
  socket: Socket,
  { recipient, breaksAfterData = false }: SmtpOptions,
  server: SmtpServer
): void {
  let data: string[] | null = null
  let rest = ''
  const takeLine = (line: string): void => {
    if (data !== null) {
      if (line !== '.') return void data.push(line)
      server.mails.push(data.join('\n'))
      data = null
      if (breaksAfterData) socket.destroy()
      else socket.write('250 taken\r\n')
    } else if (line === 'DATA') {
      data = []
      socket.write('354 go on\r\n')
    } else if (line.startsWith('RCPT')) {
      const address = /<(.*)>/.exec(line)?.[1] ?? ''
      server.offered.push(address)
      socket.write(`${recipient?.(address) ?? '250 ok'}\r\n`)
    } else if (line === 'QUIT') socket.end('221 bye\r\n')
    else socket.write('250 ok\r\n')
  }
  socket.write('220 here\r\n')
  socket.on('data', chunk => {
    const lines = (rest + chunk.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) takeLine(line)
  })
}
