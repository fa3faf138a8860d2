import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { OperationName } from '../support/api.ts'
import { anApp } from '../support/app.ts'
import { aName, aRegistration } from '../support/people.ts'
import { aHouse, CALLERS, type Things } from './callers.ts'

interface Row {
  /** What is sent: always what the owner may send. */
  readonly call?: (things: Things) => Record<string, unknown>
  /** The status for anonymous, second factor owed, other user, owner, admin. */
  readonly answers: readonly [number, number, number, number, number]
}

const ANYBODY = [200, 200, 200, 200, 200] as const
const UNFINISHED = [401, 200, 200, 200, 200] as const
const SIGNED = [401, 401, 200, 200, 200] as const
const OWNER = [401, 401, 403, 200, 200] as const
const AUTHOR = [401, 401, 404, 200, 404] as const
const GRANTED = [401, 401, 404, 200, 200] as const
const ADMIN = [401, 401, 403, 403, 200] as const
/** Let in, and then told that code or link is wrong. */
const WRONG = [400, 400, 400, 400, 400] as const
const WRONG_IF_SIGNED = [401, 401, 400, 400, 400] as const
const WRONG_IF_UNFINISHED = [401, 400, 400, 400, 400] as const

const wrongCode = () => ({ body: { code: '000000' } })
const own = ({ userId }: Things) => ({ userId })

const table: Record<OperationName, Row> = {
  getCurrentUser: { answers: UNFINISHED },
  verifyAuthToken: { answers: UNFINISHED },
  verifyLoginPlace: { call: () => ({ query: { token: 'none' } }), answers: WRONG },
  checkUserExists: { call: ({ username }) => ({ query: { username } }), answers: ANYBODY },
  registerUserAccount: { call: () => ({ body: aRegistration() }), answers: ANYBODY },
  confirmEmail: { call: ({ userId }) => ({ query: { id: userId, verify_email: 'none' } }), answers: WRONG },
  resendEmailConfirmation: { answers: SIGNED },
  deleteUser: { call: own, answers: OWNER },
  enable2FA: { answers: SIGNED },
  verifyPending2FA: { call: wrongCode, answers: WRONG_IF_SIGNED },
  cancelPending2FA: { answers: SIGNED },
  disable2FA: { answers: SIGNED },
  verify2FA: { call: wrongCode, answers: WRONG_IF_UNFINISHED },
  verifyRecoveryCode: { call: wrongCode, answers: WRONG_IF_UNFINISHED },
  verify2FAEmailCode: { call: wrongCode, answers: WRONG_IF_UNFINISHED },
  getRecoveryCodes: { answers: UNFINISHED },
  searchUsers: { call: ({ username }) => ({ query: { search: username } }), answers: SIGNED },
  getUser: { call: own, answers: SIGNED },
  getUserByName: { call: ({ username }) => ({ username }), answers: ADMIN },
  updateUser: { call: ({ userId }) => ({ userId, body: { bio: aName() } }), answers: OWNER },
  addTags: { call: ({ userId }) => ({ userId, body: { tags: ['language_eng'] } }), answers: OWNER },
  removeTags: { call: ({ userId }) => ({ userId, body: { tags: ['language_eng'] } }), answers: OWNER },
  updateBadge: { call: ({ userId, badgeId }) => ({ userId, badgeId, body: { showcased: true } }), answers: OWNER },
  getUserNotes: { answers: SIGNED },
  getUserNote: { call: ({ noteId }) => ({ userNoteId: noteId }), answers: AUTHOR },
  updateUserNote: { call: ({ targetId }) => ({ body: { targetUserId: targetId, note: aName() } }), answers: SIGNED },
  getConfig: { answers: ANYBODY },
  getSystemTime: { answers: ANYBODY },
  getCurrentOnlineUsers: { answers: ANYBODY },
  getHealth: { answers: [401, 401, 401, 401, 401] },
  getInfoPush: { answers: SIGNED },
  getAssignedPermissions: { answers: SIGNED },
  getPermission: { call: ({ permissionId }) => ({ permissionId }), answers: GRANTED },
  getCSS: { answers: ANYBODY },
  getJavaScript: { answers: ANYBODY },
  // The last: it ends the sessions.
  logout: { answers: UNFINISHED },
}

const app = await anApp()
const house = await aHouse(app)

describe('who may call an operation', () => {
  it('is decided for every operation of the contract, and for no other', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(contract).sort())
  })

  const rows = Object.keys(contract)
    .filter(isNamed)
    .sort((a, b) => Number(a === 'logout') - Number(b === 'logout'))
  it.each(rows)('%s', async (name) => {
    const { call, answers } = table[name]
    const statuses: number[] = []
    for (const caller of CALLERS) statuses.push((await house.as(caller).try(name, call?.(house.things))).status)
    expect(statuses).toEqual([...answers])
  })
})

function isNamed(name: string): name is OperationName {
  return name in table
}
