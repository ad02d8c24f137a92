// The database of a site of the browser tests: an embedded one, or with TEST_DATABASE_URL one on a real PostgreSQL.

import { cpSync, rmSync } from 'node:fs'
import { initialiseData } from './data-directory.ts'
import { e2eSite, untouchedData } from './e2e-site.ts'
import { administer, atDatabase } from './seeded-database.ts'

export interface E2eData {
  /** Makes an empty database, which the API fills when it starts. */
  begin: () => Promise<void>
  /** Keeps what the database contains. Nothing may have it open. */
  keep: () => Promise<void>
  /** Makes the database anew with the content that was kept. */
  restore: () => Promise<void>
  remove: () => Promise<void>
}

export function e2eData(site: number): E2eData {
  const url = process.env['TEST_DATABASE_URL']
  return url === undefined ? embeddedData(site) : postgresData(site, url)
}

function embeddedData(site: number): E2eData {
  const { data } = e2eSite(site)
  // A database that someone works with gets no demo accounts.
  delete process.env['DATABASE_URL']
  const copy = async (from: string, to: string): Promise<void> => {
    rmSync(to, { recursive: true, force: true })
    cpSync(from, to, { recursive: true })
  }
  return {
    async begin() {
      rmSync(data, { recursive: true, force: true })
      await initialiseData(data)
    },
    keep: () => copy(data, untouchedData),
    restore: () => copy(untouchedData, data),
    async remove() {
      for (const folder of [data, ...(site === 0 ? [untouchedData] : [])])
        rmSync(folder, { recursive: true, force: true })
    }
  }
}

function postgresData(site: number, url: string): E2eData {
  const { port } = e2eSite(site)
  const [own, kept] = [`e2e_${port}`, `e2e_${e2eSite(0).port}_untouched`]
  // The API reads it each time it starts.
  process.env['DATABASE_URL'] = atDatabase(url, own)
  const run = (...statements: string[]): Promise<void> =>
    administer(url, async client => {
      for (const statement of statements) await client.query(statement)
    })
  const drop = (name: string): string => `drop database if exists ${name} with (force)`
  return {
    begin: () => run(drop(own), `create database ${own}`),
    keep: () => run(drop(kept), `create database ${kept} template ${own}`),
    restore: () => run(drop(own), `create database ${own} template ${kept}`),
    remove: () => run(drop(own), ...(site === 0 ? [drop(kept)] : []))
  }
}
