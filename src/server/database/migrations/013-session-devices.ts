import type { Migration } from '../migration.ts'

/** What the browser said of itself at the login, by which people tell their sessions apart. */
export const sessionDevices: Migration = {
  name: '013-session-devices',
  async up(make) {
    await make.run(`alter table sessions add column user_agent text not null default ''`)
  }
}
