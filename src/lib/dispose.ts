/** Stops what was started: calls every function in the list once and empties it. */
export function disposeAll(stops: (() => void)[]): void {
  for (const stop of stops.splice(0)) stop()
}
