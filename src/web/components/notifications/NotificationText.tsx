import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NotificationTextFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { RouteLink } from '../RouteLink.tsx'
import { BadgeLink } from './BadgeLink.tsx'
import { pageOfSubject } from './pageOfSubject.ts'
import { useNotificationText } from './useNotificationText.ts'

export const NOTIFICATION_TEXT = graphql(`
  fragment NotificationText on Notification {
    id
    type
    occasion
    writtenTitle
    subjectName
    groupName
    startsAt
    actor {
      id
      displayName
    }
    subject {
      __typename
      ... on Node {
        id
      }
      ... on Instance {
        world {
          id
        }
      }
      ... on GroupPost {
        group {
          id
        }
      }
      ... on GroupAnnouncement {
        group {
          id
        }
      }
      ... on FriendRequest {
        sender {
          id
        }
      }
    }
  }
`)

/** What a notification says, and the way to what it is about. */
export function NotificationText({ notification }: { readonly notification: FragmentType<typeof NOTIFICATION_TEXT> }) {
  const textOf = useNotificationText()
  const data = getFragmentData(NOTIFICATION_TEXT, notification)
  return (
    <Text size="sm" fw={500}>
      {textOf(data)} <SubjectLink subject={data.subject} />
    </Text>
  )
}

/** Leads to what a notification is about, if that has a page. */
function SubjectLink({ subject }: Pick<NotificationTextFragment, 'subject'>) {
  const { t } = useTranslation('notifications')
  if (subject?.__typename === 'Badge') return <BadgeLink />
  const page = subject ? pageOfSubject(subject) : null
  return (
    page && (
      <RouteLink {...page} inherit>
        {t('show')}
      </RouteLink>
    )
  )
}
