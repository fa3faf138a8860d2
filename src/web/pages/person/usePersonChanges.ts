import type { PersonQuery } from '../../generated/graphql.ts'
import { feedPosition, useLive } from '../../graph/hooks.ts'
import { PERSON_CHANGES, PERSON_FRIEND_CHANGES, PERSON_REQUEST_CHANGES } from './documents.ts'

/** Keeps the page of a person up to date. `read` is what its query has read; `reload` reads the page again. */
export function usePersonChanges(read: PersonQuery | undefined, reload: () => void): void {
  useLive(PERSON_CHANGES, read?.user ? { personId: read.user.id } : null)
  useLive(PERSON_FRIEND_CHANGES, {})
  useLive(PERSON_REQUEST_CHANGES, feedPosition(read?.viewer), ({ notificationFeed: { notification } }) => {
    // A notification that is gone does not tell whose friend request it was.
    if (!notification) reload()
  })
}
