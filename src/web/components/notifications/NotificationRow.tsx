import { Badge, Box, Group, Stack } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { Ago } from '../Ago.tsx'
import { PersonAvatar } from '../people/PersonAvatar.tsx'
import { RouteLink } from '../RouteLink.tsx'
import { WrittenText } from '../WrittenText.tsx'
import { NotificationActs } from './NotificationActs.tsx'
import { NotificationText } from './NotificationText.tsx'
import { TidyActs } from './TidyActs.tsx'

export const NOTIFICATION_ROW = graphql(`
  fragment NotificationRow on Notification {
    id
    createdAt
    seenAt
    writtenMessage
    actor {
      id
      displayName
      ...PersonAvatar
    }
    ...NotificationText
    ...NotificationActs
    ...TidyActs
  }
`)

/** A notification: who and what it is about, what was written, and its answers. */
export function NotificationRow({ notification }: { readonly notification: FragmentType<typeof NOTIFICATION_ROW> }) {
  const { t } = useTranslation('notifications')
  const data = getFragmentData(NOTIFICATION_ROW, notification)
  const { createdAt, seenAt, actor, writtenMessage } = data
  return (
    <Group wrap="nowrap" align="start" gap="sm">
      {actor ? (
        <RouteLink to="/people/$personId" params={{ personId: actor.id }} aria-label={actor.displayName}>
          <PersonAvatar person={actor} size={36} />
        </RouteLink>
      ) : (
        <Box w={36} h={36} p={6}>
          <IconBell size={24} stroke={1.5} aria-hidden />
        </Box>
      )}
      <Stack gap={4} flex={1} miw={0} align="stretch">
        <NotificationText notification={data} />
        {writtenMessage && <WrittenText text={writtenMessage} lineClamp={6} />}
        <Group gap="xs">
          <Ago time={createdAt} />
          {seenAt === null && (
            <Badge variant="dot" size="sm" tt="none">
              {t('unread')}
            </Badge>
          )}
        </Group>
        <NotificationActs notification={data} />
      </Stack>
      <TidyActs notification={data} />
    </Group>
  )
}
