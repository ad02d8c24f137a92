import { examineApi } from './api.ts'
import type { DoctorFinding } from './finding.ts'
import { examineSite, withoutSlash } from './site.ts'

export interface DeployedSite {
  code: string
  programmeId: number
  /** Where the site is. */
  origin: string
  /** The API that the site must call, as the programme's file has it. */
  apiBase: string
}

/**
 * Checks every site, and each API that the programme files name. Changes nothing, except that each API counts one failed login of an unknown
 * user per site. Addresses in a page are never called: an attacker who changed the page could make this machine call its own network.
 */
export async function examine(sites: readonly DeployedSite[]): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  const callers = new Map<string, DeployedSite[]>()
  for (const site of sites) {
    findings.push(...(await examineSite(site)))
    const base = withoutSlash(site.apiBase)
    callers.set(base, [...(callers.get(base) ?? []), site])
  }
  for (const [base, own] of callers) findings.push(...(await examineApi(base, own)))
  return findings
}
