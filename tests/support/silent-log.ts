import type { Log } from '#server/http/log.ts'

export const silentLog: Log = () => {}
