import { examineApi } from './api.ts'
import type { Finding } from './finding.ts'
import { examineSite } from './site.ts'

export interface DeployedSite {
  code: string
  programmeId: number
  /** Where the site is. */
  origin: string
}

/** Looks at every site, and at each API that their pages name. Changes nothing; each site costs one failed login of nobody. */
export async function examine(sites: readonly DeployedSite[]): Promise<Finding[]> {
  const findings: Finding[] = []
  const callers = new Map<string, DeployedSite[]>()
  for (const site of sites) {
    const { findings: found, config } = await examineSite(site.code, site.origin)
    findings.push(...found)
    if (!config) continue
    const base = config.apiBase.replace(/\/$/, '')
    callers.set(base, [...(callers.get(base) ?? []), site])
  }
  for (const [base, own] of callers) findings.push(...(await examineApi(base, own)))
  return findings
}
