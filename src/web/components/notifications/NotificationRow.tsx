import { Badge, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NotificationRowFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { Ago } from '../Ago.tsx'
import { PersonAvatar } from '../people/PersonAvatar.tsx'
import { RouteLink } from '../RouteLink.tsx'
import { InvitePicture } from './InvitePicture.tsx'
import { NotificationActs } from './NotificationActs.tsx'
import { NotificationFrame } from './NotificationFrame.tsx'
import { NotificationText } from './NotificationText.tsx'
import { TidyActs } from './TidyActs.tsx'

export const NOTIFICATION_ROW = graphql(`
  fragment NotificationRow on Notification {
    id
    createdAt
    seenAt
    writtenMessage
    link
    linkText
    actor {
      id
      displayName
      ...PersonAvatar
    }
    ...NotificationText
    ...NotificationActs
    ...TidyActs
    ...InvitePicture
  }
`)

/** A notification: who and what it is about, what was written, and its answers. */
export function NotificationRow({ notification }: { readonly notification: FragmentType<typeof NOTIFICATION_ROW> }) {
  const { t } = useTranslation('notifications')
  const data = getFragmentData(NOTIFICATION_ROW, notification)
  const { createdAt, seenAt, actor } = data
  return (
    <NotificationFrame
      {...(actor && { picture: <ActorPicture actor={actor} /> })}
      title={<NotificationText notification={data} />}
      message={data.writtenMessage}
      link={data.link}
      linkText={data.linkText}
      aside={<TidyActs notification={data} />}
    >
      <InvitePicture notification={data} />
      <Group gap="xs">
        <Ago time={createdAt} />
        {seenAt === null && (
          <Badge variant="dot" size="sm" tt="none">
            {t('unread')}
          </Badge>
        )}
      </Group>
      <NotificationActs notification={data} />
    </NotificationFrame>
  )
}

interface ActorPictureProps {
  readonly actor: NonNullable<NotificationRowFragment['actor']>
}

const ActorPicture = ({ actor }: ActorPictureProps) => (
  <RouteLink to="/people/$personId" params={{ personId: actor.id }} aria-label={actor.displayName}>
    <PersonAvatar person={actor} size={36} />
  </RouteLink>
)
