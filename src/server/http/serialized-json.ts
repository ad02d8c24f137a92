/** A reply that is already JSON and is sent as it is. */
export class SerializedJson {
  /** In UTF-8. */
  readonly json: Uint8Array<ArrayBuffer>

  constructor(json: Uint8Array<ArrayBuffer>) {
    this.json = json
  }
}
