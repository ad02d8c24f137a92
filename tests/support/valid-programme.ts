import { logo } from './programme-folder.ts'

/** A programme's file as someone writes it, for tests that change one thing in it. */
export const validProgramme = `{
  "$schema": "./schema.json",
  "code": "alpha",
  "programmeId": 1,
  "programmeName": "Alpha Network",
  "productName": "Alpha",
  "apiBase": "https://api.alpha.example",
  "primaryColour": "#0b6e75",
  "siteConfig": {
    "intro_title": "Welcome",
    "minimum_peer_count": 5,
    "redirects": {
      "/help": "https://alpha.example/help"
    },
    "navigation": [{ "label": "News", "path": "/news" }],
    "explorer_types": [{ "explorer_type": "results", "label": "Results" }]
  }
}
`

export const withLogo = (text: string | Buffer): Record<string, string | Buffer> => ({
  'programmes/alpha.json': text,
  'public/images/logos/alpha.svg': logo
})
