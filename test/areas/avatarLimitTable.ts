import { anAvatarRequest } from '../support/avatars.ts'
import { anAvatarId } from '../support/favorites.ts'
import { aUser } from '../support/users.ts'
import { DAY, type LimitRow, operation, perUser } from './limitCases.ts'

const MINUTE = 60

/** Limits of acts on avatars. */
export const avatarLimitTable: Readonly<Record<string, LimitRow>> = {
  'create-avatar': {
    points: 30,
    window: DAY,
    async prepare(app) {
      const person = await aUser(app)
      const body = await anAvatarRequest(app, person.id)
      return { key: person.id, attempts: [operation(person.api, 'createAvatar', () => ({ body }))] }
    },
  },
  'select-avatar': perUser(
    60,
    MINUTE,
    ['selectAvatar', () => ({ avatarId: anAvatarId() })],
    ['selectFallbackAvatar', () => ({ avatarId: anAvatarId() })],
  ),
}
