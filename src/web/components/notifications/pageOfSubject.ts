import type { NotificationTextFragment } from '../../generated/graphql.ts'
import { pageOf, type SubjectLink } from '../subjects.ts'

type Subject = NonNullable<NotificationTextFragment['subject']>

/** The page of what a notification is about; null for what has none. */
export function pageOfSubject(subject: Subject): SubjectLink | null {
  switch (subject.__typename) {
    case 'Instance':
      return pageOf('World', subject.world.id)
    case 'GroupPost':
    case 'GroupAnnouncement':
      return pageOf('Group', subject.group.id)
    case 'FriendRequest':
      return subject.sender ? pageOf('User', subject.sender.id) : null
    case 'Badge':
      return null
    default:
      return pageOf(subject.__typename, subject.id)
  }
}
