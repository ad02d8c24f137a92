/** No connection to the database became free in time. Nothing was done, so the call can be sent again. */
export class BusyDatabaseError extends Error {
  readonly retryAfterSeconds = 5
  constructor() {
    super('Many people are using this site right now. Try again in a few seconds.')
  }
}
