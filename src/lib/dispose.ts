/** Calls every function in the list once and empties the list. */
export function disposeAll(stops: (() => void)[]): void {
  for (const stop of stops.splice(0)) stop()
}
