/** A reply that is already written as JSON, and is sent without being taken apart and put together again. */
export class SerializedJson {
  /** In UTF-8. */
  readonly json: Uint8Array<ArrayBuffer>

  constructor(json: Uint8Array<ArrayBuffer>) {
    this.json = json
  }
}
