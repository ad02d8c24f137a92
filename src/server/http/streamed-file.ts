// A file that is made while it is sent. Its size is not known in advance, and a failure closes the connection.

/** Sent instead of a File by operations whose reply is a file. */
export class StreamedFile {
  readonly name: string
  readonly type: string
  readonly #pieces: () => AsyncGenerator<Uint8Array<ArrayBuffer>>

  constructor(pieces: () => AsyncGenerator<Uint8Array<ArrayBuffer>>, name: string, type: string) {
    this.#pieces = pieces
    this.name = name
    this.type = type
  }

  /** Makes each piece when the previous one has been sent; stops when the reader disconnects. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const pieces = this.#pieces()
    return new ReadableStream(
      {
        async pull(controller) {
          const { done, value } = await pieces.next()
          if (done) controller.close()
          else controller.enqueue(value)
        },
        async cancel() {
          await pieces.return(undefined)
        }
      },
      { highWaterMark: 0 }
    )
  }
}
