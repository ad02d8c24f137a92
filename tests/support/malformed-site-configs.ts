// Faults of a programme's site configuration.

import type { Malformed } from './malformed-programmes.ts'
import { validProgramme } from './valid-programme.ts'

const PLAIN_PATH = 'a redirect source must be a plain path of letters, digits and - . _ ~ that starts with /'

export const malformedSiteConfigs: Malformed[] = [
  [
    'siteConfig as list',
    /"siteConfig": \{[^]*\}\n\}/.exec(validProgramme)?.[0] ?? '',
    '"siteConfig": []\n}',
    '9:17 siteConfig must be an object'
  ],
  [
    'peer count as text',
    '"minimum_peer_count": 5',
    '"minimum_peer_count": "five"',
    '11:27 minimum_peer_count must be a number'
  ],
  [
    'peer count zero',
    '"minimum_peer_count": 5',
    '"minimum_peer_count": 0',
    '11:27 minimum_peer_count must be at least 1'
  ],
  [
    'other quartiles',
    '"intro_title": "Welcome"',
    '"quartile_method": "tukey"',
    '10:24 quartile_method must be "linear"'
  ],
  [
    'email that is none',
    '"intro_title": "Welcome"',
    '"support_email": "help"',
    '10:22 support_email must be an email address or empty'
  ],
  [
    'link by script',
    '"intro_title": "Welcome"',
    '"privacy_url": "javascript:alert(1)"',
    '10:20 privacy_url must be a path that starts with / or an absolute http(s) URL'
  ],
  [
    'flag as text',
    '"intro_title": "Welcome"',
    '"registration_enabled": "yes"',
    '10:29 registration_enabled must be true or false'
  ],
  [
    'key date that does not exist',
    '"intro_title": "Welcome"',
    '"home": { "key_dates": [{ "date": "2026-02-30", "text": "Closes" }] }',
    '10:39 date must be a date that exists, such as 2026-12-12'
  ],
  [
    'script in the introduction',
    '"intro_title": "Welcome"',
    '"intro_html": "<script>1</script>"',
    '10:19 <script> is not allowed in intro_html'
  ],
  [
    'handler in the introduction',
    '"intro_title": "Welcome"',
    '"intro_html": "<p onclick=\'x\'>A</p>"',
    '10:19 "onclick" is not allowed on <p> in intro_html'
  ],
  ['introduction left open', '"intro_title": "Welcome"', '"intro_html": "<p>A"', '10:19 <p> is not closed'],
  ['redirect from a URL', '"/help":', '"https://help":', `13:7 ${PLAIN_PATH}: "https://help"`],
  [
    'API at any host',
    '"https://api.alpha.example"',
    '"https://*"',
    '7:14 apiBase must be an absolute http(s) URL'
  ],
  [
    'API at a host that ends a directive',
    '"https://api.alpha.example"',
    '"https://a;script-src-elem"',
    '7:14 apiBase must be an absolute http(s) URL'
  ],
  [
    'redirect to a script',
    '"https://alpha.example/help"',
    '"javascript:1"',
    '13:16 a redirect target must be a path that starts with / or an absolute http(s) URL'
  ],
  [
    'redirect to another host without scheme',
    '"https://alpha.example/help"',
    '"//evil.example"',
    '13:16 a redirect target must be a path that starts with / or an absolute http(s) URL'
  ],
  [
    'redirect to itself',
    '"https://alpha.example/help"',
    '"/help?again=1"',
    '13:7 redirect loop: /help → /help'
  ],
  [
    'redirect loop',
    '"https://alpha.example/help"',
    '"/a",\n      "/a": "/b",\n      "/b": "/a/"',
    '14:7 redirect loop: /a → /b → /a'
  ],
  ['navigation without a path', '"/news"', '"news"', '15:47 path must start with one /'],
  [
    'explorer type with a blank',
    '"results"',
    '"the results"',
    '16:43 explorer_type must be lower-case letters, digits and hyphens'
  ],
  [
    'date format',
    '"intro_title": "Welcome"',
    '"date_format": "dd.mm.yy"',
    '10:20 date_format must be one of "d MMM yyyy", "dd/MM/yyyy", "MM/dd/yyyy", "yyyy-MM-dd"'
  ],
  [
    'decimal mark',
    '"intro_title": "Welcome"',
    '"decimal_mark": ";"',
    '10:21 decimal_mark must be one of ".", ","'
  ]
]
