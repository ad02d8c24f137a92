// A file that is made while it is sent. Its size is not known in advance, and a failure closes the connection.

type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>

/** Sent instead of a File by operations whose reply is a file. */
export class StreamedFile {
  readonly name: string
  readonly type: string
  readonly #pieces: () => Pieces
  #onEnd: () => void = () => {}

  constructor(pieces: () => Pieces, name: string, type: string) {
    this.#pieces = pieces
    this.name = name
    this.type = type
  }

  /** Called once, when the file has been sent, has failed or is no longer wanted. */
  onEnd(listener: () => void): this {
    this.#onEnd = listener
    return this
  }

  /** Makes each piece when the previous one has been sent; stops when the reader disconnects. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const pieces = this.#pieces()
    const end = (): void => {
      this.#onEnd()
      this.#onEnd = () => {}
    }
    return new ReadableStream(
      {
        async pull(controller) {
          try {
            const { done, value } = await pieces.next()
            if (!done) return controller.enqueue(value)
            end()
            controller.close()
          } catch (error) {
            end()
            throw error
          }
        },
        async cancel() {
          end()
          await pieces.return(undefined)
        }
      },
      { highWaterMark: 0 }
    )
  }
}
