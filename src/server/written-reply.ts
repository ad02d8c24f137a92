/** A reply that is already written as JSON, and is sent without being taken apart and put together again. */
export class WrittenReply {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
