import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

// Specification, section 7, in its order and to the letter.
const specified = `
POST auth/login/
PUT auth/otp/enable
GET auth/otp/generate
GET users/
POST users/
POST users/{id}/decision
PATCH users/update-user/{id}
GET users/me
DELETE users/delete/{id}
POST users/reset-password
PATCH users/reset-otp/{id}
POST users/change-password
POST users/register
GET users/verify-email
GET projects/programmeProjectStatus/
GET projects/{id}/
POST projectFavorite/{id}
DELETE projectFavorite/{id}
GET projects/about/
GET questionnaireSectionSubmissions/completion
GET caseCode
POST caseCode
DELETE caseCode/{id}
PATCH caseCode/editReviewer/{id}
GET caseCode/checkCaseCode
POST collections/
GET collections/
GET collections/hierarchy
GET chartGroupsMemberships
POST chartGroupsMemberships
PUT chartGroupsMemberships/{id}
DELETE chartGroupsMemberships
GET chartParameters
POST chartParameters
DELETE chartParameters
GET charts
GET charts/{id}
POST charts
PUT charts/{id}
DELETE charts/{id}
GET metaData/
POST comments
POST data/getChartData/{a}/{b}
GET data/seriesOptions/{a}/{b}
GET documents/
GET documents/{id}/download
GET organisations/
GET outputTypes/forChart/{id}
POST peerGroups
PUT peerGroups/{id}
DELETE peerGroups
GET peerGroupMemberships
POST peerGroupMemberships
POST peerGroupMemberships/bulk
DELETE peerGroupMemberships
GET projectGuidances/
GET questionnaires/
GET questions/
POST questions/
PUT questions/{id}
POST questionSubSectionMemberships/
GET enums/{name}
GET registrations
POST registrations
PUT registrations/{id}
GET registrationContact
POST registrationContact
DELETE registrationContact
GET registrationSubmissions
POST registrationSubmissions
DELETE registrationSubmissions
GET registrationSubmissions/completion-status
GET submissions
GET submissions/organisation-submissions
POST submissions
PUT submissions/{id}
GET timePeriods
GET timePeriods/registrationTimePeriod/{id}
GET filters/options
GET scopes
GET questionnaires/{id}
GET questionnaires/{id}/sections
GET questionnaires/{id}/sections/{sid}/questions
GET questionnaires/registration-submission/{id}
POST questionnaires/section-submission
POST questionnaireSections
PUT questionnaireSections/{id}
POST questionnaireSubSections
PUT questionnaireSubSections/{id}
POST questionnaireSubSectionRows
PUT questionnaireSubSectionRows/{id}
POST questionnaireSubSectionColumns
PUT questionnaireSubSectionColumns/{id}
GET search/filters
POST search/global
`
  .trim()
  .split('\n')

const lines = Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`)

test('section 7 has 95 operations', () => {
  expect(new Set(specified).size).toBe(95)
})

test('every operation of section 7 has exactly one contract object', () => {
  expect(specified.filter(line => lines.filter(each => each === line).length !== 1)).toEqual([])
})

test('no two operations answer the same call', () => {
  expect(new Set(lines.map(line => line.replaceAll(/\{\w+\}/g, '{}'))).size).toBe(lines.length)
})

const additions = Object.values<Endpoint>(endpoints)
  .filter(endpoint => endpoint.isAddition)
  .map(({ method, path }) => `${method} ${path}`)

test('the other operations, and no others, are marked as additions', () => {
  expect(additions.toSorted()).toEqual(lines.filter(line => !specified.includes(line)).toSorted())
})

test('decision 0032 lists every addition and no other operation', () => {
  const page = readFileSync('docs/decisions/0032-operations-beyond-the-specification.md', 'utf8')
  const added = page.slice(page.indexOf('| operation | why |'), page.indexOf('Everything else'))
  const listed = [...added.matchAll(/^\| `([A-Z]+ [^`]+)` \|/gm)].map(([, line = '']) => line)
  expect(listed.toSorted()).toEqual(additions.toSorted())
})
