/** Ends what was started, each once: empties the list and calls every function that was in it. */
export function disposeAll(stops: (() => void)[]): void {
  for (const stop of stops.splice(0)) stop()
}
