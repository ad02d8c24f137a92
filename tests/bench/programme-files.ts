// A folder with the files of many programmes.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { starterFile, starterLogo } from '#programme/starter.ts'

/** Writes programmes with the ids 1 to `count`. The code of each is `p` and its id; the first may have another. */
export function writeProgrammes(directory: string, count: number, firstCode = 'p1'): void {
  mkdirSync(join(directory, 'programmes'), { recursive: true })
  mkdirSync(join(directory, 'public/images/logos'), { recursive: true })
  for (let index = 1; index <= count; index++) {
    const programme = {
      code: index === 1 ? firstCode : `p${index}`,
      programmeId: index,
      programmeName: `Network ${index}`,
      productName: `Compare ${index}`,
      apiBase: 'https://api.example',
      timeZone: 'Europe/London',
      primaryColour: `#${((index * 2_654_435) % 0x80_00_00).toString(16).padStart(6, '0')}`
    }
    writeFileSync(join(directory, `programmes/${programme.code}.json`), starterFile(programme))
    writeFileSync(join(directory, `public/images/logos/${programme.code}.svg`), starterLogo(programme))
  }
}
