/** Who makes the calls that benches make without a server: an admin of the first programme. */
export const benchCaller = {
  kind: 'user',
  programmeId: 1,
  timeZone: 'Europe/London',
  userId: 1,
  fullName: '',
  roleTypeId: 2,
  organisationId: null,
  sessionId: ''
}
