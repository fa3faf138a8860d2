import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../formats.ts'
import type { NotificationTextFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { RouteLink } from '../RouteLink.tsx'

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
      ... on World {
        id
      }
      ... on User {
        id
      }
      ... on Instance {
        id
        world {
          id
        }
      }
    }
  }
`)

/** What a notification says, in the language of the person. A title that somebody has written stands for itself. */
export function NotificationText({ notification }: { readonly notification: FragmentType<typeof NOTIFICATION_TEXT> }) {
  const { t, i18n } = useTranslation('notifications')
  const data = getFragmentData(NOTIFICATION_TEXT, notification)
  const { type, occasion, writtenTitle, subjectName, groupName, startsAt, actor } = data
  const values = {
    sender: actor?.displayName ?? t('somebody'),
    subject: subjectName ?? t('something'),
    group: groupName ?? t('someGroup'),
    time: startsAt ? formatDateTime(i18n.language, startsAt) : '',
  }
  const ownText = occasion ? t(`occasions.${occasion}`, values) : t(`types.${type}`, values)
  return (
    <Text size="sm" fw={500}>
      {writtenTitle ?? ownText} <SubjectLink subject={data.subject} />
    </Text>
  )
}

/** Leads to what a notification is about, if that has a page. */
function SubjectLink({ subject }: Pick<NotificationTextFragment, 'subject'>) {
  const { t } = useTranslation('notifications')
  if (subject?.__typename === 'User')
    return (
      <RouteLink to="/people/$personId" params={{ personId: subject.id }} inherit>
        {t('show')}
      </RouteLink>
    )
  const worldId = worldOf(subject)
  return worldId === null ? null : (
    <RouteLink to="/worlds/$worldId" params={{ worldId }} inherit>
      {t('show')}
    </RouteLink>
  )
}

function worldOf(subject: NotificationTextFragment['subject']): string | null {
  if (subject?.__typename === 'World') return subject.id
  return subject?.__typename === 'Instance' ? subject.world.id : null
}
