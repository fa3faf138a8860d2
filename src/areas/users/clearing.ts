import type { UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { userChanged } from '../accounts/events.ts'
import { mayChangeUser } from './policy.ts'
import { lockTags } from './tags.ts'

/** What a person says and shows of themself. */
const EMPTY = {
  bio: '',
  bioLinks: [],
  pronouns: '',
  pronounsHistory: [],
  statusDescription: '',
  statusHistory: [],
  userIcon: '',
  profilePicOverride: '',
  bannerType: '',
  bannerUrl: '',
}

/**
 * Empties the texts and pictures of a profile; the names stay. The person may write new ones. Throws `forbidden` for the
 * accounts of the house, `missing` for nobody and the erased.
 */
export async function clearProfile(open: SignedScope & Open, id: UserId): Promise<void> {
  mayChangeUser(open, id)
  await lockTags(open, id)
  await open.db.user.update({ where: { id }, data: { ...EMPTY, updatedAt: open.now } })
  open.emit(userChanged(id))
}
