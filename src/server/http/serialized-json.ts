/** A reply that is already JSON and is sent as it is. */
export class SerializedJson {
  /** In UTF-8. */
  readonly json: Uint8Array<ArrayBuffer>

  constructor(json: Uint8Array<ArrayBuffer>) {
    this.json = json
  }
}

/** A reply as a cache stores it: JSON in Brotli, which is sent as it is to callers that accept that. */
export class CompressedJson {
  readonly brotli: Uint8Array<ArrayBuffer>

  constructor(brotli: Uint8Array<ArrayBuffer>) {
    this.brotli = brotli
  }
}

export const isSerialized = (reply: unknown): reply is SerializedJson | CompressedJson =>
  reply instanceof SerializedJson || reply instanceof CompressedJson
